import { defineConfig } from '@playwright/test'
import { launchOptions } from '../fixtures/browser.ts'

/** `npm run screenshots`: pictures for people to judge by, not tests. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.capture.ts',
  outputDir: '../../.cache/captures',
  fullyParallel: true,
  workers: 2,
  reporter: 'list',
  use: { browserName: 'chromium', actionTimeout: 15_000, launchOptions },
})
