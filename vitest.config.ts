import { realpathSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { launchOptions } from './e2e/fixtures/browser.ts'
import { reportUnhandled } from './scripts/runners/report-unhandled.mjs'
import { TOOL_TESTS, unitTests } from './scripts/runners/test-files.ts'

/** Where packages lie: elsewhere for the copies of `npm run mutate`, which link them. */
const PACKAGES = realpathSync(new URL('node_modules/vitest', import.meta.url))

const UNIT_TESTS = unitTests(new URL('.', import.meta.url).pathname)
const UNIT_SETUP = ['scripts/runners/patience.ts', 'frame-app/words/testing/all-words.ts']
/** To start a process and load the libraries takes longer than most of these files, so they share one for each core. */
const SHARED = { isolate: false, setupFiles: [...UNIT_SETUP, 'scripts/runners/leave-nothing.ts'] }

/** Where `npm test` reads what came of a run (`scripts/runners/run.mjs`). */
const { VITRINE_REPORT, VITRINE_UNHANDLED } = process.env
const json = (outputFile: string): ['json', { outputFile: string }] => ['json', { outputFile }]

/** Those that ask a browser where things stand. */
const LAYOUT_TESTS = 'frame-app/**/*.layout.test.tsx'

/** `unit`, `unit-dom`, `unit-apart` and `tools` need nothing but Node and the build; `server` starts a real Postgres and signer. */
export default defineConfig({
  // The build's own in the browser; `size.test.ts` looks at that.
  resolve: {
    alias: [
      ...['files', 'wallets'].map(part => ({
        find: `virtual:pinned-${part}`,
        replacement: new URL(`host-sdk/testing/pinned-${part}.ts`, import.meta.url).pathname,
      })),
      // The package as a site imports it, from its sources.
      ...['', 'react/', 'wagmi/', 'node/'].map(entry => ({
        find: new RegExp(`^@vitrine/host-sdk${entry && `/${entry.slice(0, -1)}`}$`),
        replacement: new URL(`host-sdk/${entry}index.ts`, import.meta.url).pathname,
      })),
    ],
  },
  // Fonts are read as files, which Vite does below its root alone.
  server: { fs: { allow: ['.', new URL('.', `file://${PACKAGES}`).pathname] } },
  test: {
    reporters: [
      'default',
      ...(VITRINE_REPORT ? [json(VITRINE_REPORT)] : []),
      ...(VITRINE_UNHANDLED ? [reportUnhandled(VITRINE_UNHANDLED)] : []),
    ],
    // Logs of tests, of the servers that they start too, are for whoever looks into a failure.
    silent: 'passed-only',
    // A test that waits longer is stuck; nothing is retried and nothing may be left running.
    testTimeout: 20_000,
    // Vitest leaves one core free, which is half of a small machine.
    maxWorkers: '100%',
    hookTimeout: 60_000,
    // As `scripts/runners/patience.ts` has it for `vi.waitFor`.
    expect: { poll: { timeout: 15_000 } },
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Not in threads: Node 20 ends with all of them where one is ended while a key is being made.
          pool: 'forks',
          include: [
            '{shared,host-sdk,frame-app,recovery-page,console-app,scripts,examples}/**/*.test.{ts,tsx}',
            '*.test.ts',
          ],
          exclude: [
            ...configDefaults.exclude,
            ...UNIT_TESTS.dom,
            ...UNIT_TESTS.apart,
            ...TOOL_TESTS,
            LAYOUT_TESTS,
          ],
          ...SHARED,
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-dom',
          pool: 'forks',
          include: UNIT_TESTS.dom,
          // After `unit`, or a process would end wherever the two take turns.
          sequence: { groupOrder: 1 },
          ...SHARED,
          environment: 'jsdom',
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-apart',
          pool: 'forks',
          include: UNIT_TESTS.apart,
          sequence: { groupOrder: 2 },
          setupFiles: UNIT_SETUP,
          environment: 'node',
        },
      },
      {
        extends: true,
        optimizeDeps: { entries: [LAYOUT_TESTS] },
        test: {
          name: 'unit-layout',
          include: [LAYOUT_TESTS],
          sequence: { groupOrder: 3 },
          setupFiles: UNIT_SETUP,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // An animation by the clock of the browser is elsewhere by that of a test.
            provider: playwright({
              launchOptions,
              contextOptions: { reducedMotion: 'reduce', viewport: { width: 1600, height: 1000 } },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          pool: 'forks',
          include: TOOL_TESTS,
          setupFiles: UNIT_SETUP,
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Nodes, issuers and backends are of this machine (`auth-server/outside`).
          env: { VITRINE_DEV: '1' },
          include: ['auth-server/**/*.test.ts'],
          // Some start whole servers, more than one.
          testTimeout: 60_000,
          // Files share nothing but the Postgres, and each has a database of its own there: the libraries load once.
          isolate: false,
          setupFiles: [
            'scripts/runners/patience.ts',
            'scripts/runners/capture-log.ts',
            'auth-server/testing/carry-clock.mjs',
          ],
          globalSetup: ['scripts/runners/built-server.ts', 'auth-server/testing/global-setup.ts'],
          environment: 'node',
        },
      },
    ],
  },
})
