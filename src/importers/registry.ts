import type { Importer, TraceFormat } from './importer.ts';
import { openaiChat } from './openai-chat.ts';

/** Every foreign format, the more special before the more general: detection takes the first whose marks are all found. */
export const IMPORTERS: readonly Importer[] = [openaiChat];

export const importerOf = (format: TraceFormat): Importer | undefined =>
  IMPORTERS.find((importer) => importer.format === format);
