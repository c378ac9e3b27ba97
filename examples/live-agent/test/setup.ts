import { defineAgent } from 'tracefold/vitest';
import { shopAgent } from '../src/live-agent.ts';

defineAgent('shop', shopAgent);
