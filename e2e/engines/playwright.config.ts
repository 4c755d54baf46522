import { defineConfig } from '@playwright/test'
import { launchOptions } from '../fixtures/browser.ts'

/** `npm run engines`: the journeys of a user in each engine. One worker: an engine that is driven takes both cores. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.engines.ts',
  outputDir: '../../.cache/engines',
  forbidOnly: true,
  retries: 0,
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: { launchOptions },
})
