import tracefold from 'tracefold/plugin';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Makes every *.scenario.yaml a test file.
  plugins: [tracefold()],
  test: {
    // Registers the agent that the scenarios call.
    setupFiles: ['./test/setup.ts'],
  },
});
