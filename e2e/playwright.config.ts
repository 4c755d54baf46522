import { defineConfig } from '@playwright/test'
import { launchOptions } from './fixtures/browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 3,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    launchOptions,
    contextOptions: { reducedMotion: 'reduce' },
  },
})
