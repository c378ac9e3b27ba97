import tracefold from 'tracefold/plugin';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Makes every *.scenario.yaml a test file.
  plugins: [tracefold()],
  test: {
    // Adds the matchers to `expect`.
    setupFiles: ['tracefold/vitest'],
  },
});
