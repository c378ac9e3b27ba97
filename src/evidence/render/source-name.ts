import type { LegRecord } from '../record/schema.ts';

/** What a source of a leg is called where several of them stand side by side. */
export function sourceName(source: LegRecord['source']): string {
  switch (source) {
    case 'steps':
      return 'the model';
    case 'events':
      return 'the inline recording';
    case 'trace':
      return 'the recording';
    case 'agent':
      return 'the live agent';
  }
}
