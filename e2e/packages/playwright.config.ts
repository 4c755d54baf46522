import { defineConfig } from '@playwright/test'
import { launchOptions } from '../fixtures/browser.ts'

/** `npm run packages`: the package as npm has it, in apps as its users have them. A test installs, builds and starts one. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.packages.ts',
  outputDir: '../../.cache/packages',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    launchOptions,
    contextOptions: { reducedMotion: 'reduce' },
  },
})
