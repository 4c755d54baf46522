import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { documentFor } from './console-app/build/documents.ts'
import { inlinePage } from './recovery-page/build/inline-page.ts'
import { nameChunks, type Plan, type ReadImports } from './scripts/chunks/chunk-names.ts'
import { filesFirst } from './scripts/chunks/files-first.ts'
import { BUILD_TARGET } from './scripts/chunks/targets.ts'
import {
  noticesOfPage,
  recordModules,
  startRecord,
  writePageNotices,
} from './scripts/notices/page-notices.ts'

const at = (path: string) => new URL(path, import.meta.url).pathname

const HOST = at('dist/host')

/**
 * What a script loads later, by the name of its file and by its hash, so that the browser runs no other: from the files that
 * were built before it. The names hold a hash too, so that no cache gives one build's part to another's script.
 */
const pinnedFiles: Plugin = {
  name: 'pinned-files',
  applyToEnvironment: ({ name }) => name === 'host' || name === 'hostLater',
  resolveId: source => ([PINNED_FILES, PINNED_WALLETS].includes(source) ? source : null),
  load(id) {
    const pinned = (part: string) => {
      const file = readdirSync(HOST).find(name => name.startsWith(`vitrine-${part}-`))
      if (!file) throw new Error(`Build vitrine-${part} before the script that loads it`)
      const digest = createHash('sha256')
        .update(readFileSync(`${HOST}/${file}`))
        .digest('base64')
      return [file, `sha256-${digest}`]
    }
    if (id === PINNED_WALLETS) return `export const PINNED_WALLETS = ${JSON.stringify(pinned('wallets'))}`
    if (id !== PINNED_FILES) return null
    const files = { greeting: pinned('greeting'), later: pinned('later') }
    return `export const PINNED_FILES = ${JSON.stringify(files)}`
  },
}
/** One HTML file that works without a server (docs/recovery.md). */
const recoveryFile = inlinePage('recovery', at('recovery-page/style.css'), noticesOfPage)

const PINNED_FILES = 'virtual:pinned-files'
const PINNED_WALLETS = 'virtual:pinned-wallets'

/** The frame's journeys: many small files compress worse than one, and a person waits for each of these. */
const JOURNEYS: Plan = {
  start: at('frame-app/kernel/main.ts'),
  // What is drawn comes after the screens, whoever names it.
  mayWait: id => id.endsWith('.tsx'),
  loads: {
    // What the page's options go by. The frame's document names its files, so that none waits for another to be read.
    config: ['effective.ts', 'server-config.ts', 'choose-login-ways.ts'].map(file =>
      at(`frame-app/config/${file}`),
    ),
    // What is said, and in which colours: also before any screen's code is here.
    words: [
      'words/language.ts',
      'words/failure.ts',
      'words/say.ts',
      'login-method/usable.ts',
      'ui/theme.ts',
    ].map(file => at(`frame-app/${file}`)),
    // What stands in the dialog until its screen is there.
    waiting: [at('frame-app/kernel/waiting/waiting.ts')],
    // A login screen one can type into.
    screens: [at('frame-app/boot/show-screens.ts')],
    // The ways to log in beyond the one that can be typed into.
    ways: [at('frame-app/login/registry.ts')],
    // What follows an address: its code, and the wallets that a login makes.
    code: [
      at('frame-app/login/email/flow.ts'),
      at('frame-app/login/email/email-code.tsx'),
      at('frame-app/requests/login/login-wallets.tsx'),
    ],
    // What a session's first request needs: its calls and the way to the vault.
    session: [at('frame-app/session/user-calls.ts'), at('frame-app/vault/start.ts')],
    // What the page's own methods need: their handlers, and the kinds of request that these make.
    requests: [at('frame-app/requests/handlers.ts'), at('frame-app/requests/registry.ts')],
    // What a Solana application needs.
    solana: [at('frame-app/provider/solana/solana-request.ts'), at('frame-app/kernel/solana.ts')],
    // What a login by a social account needs, and one by a passkey: it waits for nothing that comes after a login.
    oauth: [at('frame-app/oauth-flow/card.tsx')],
    passkey: [at('frame-app/login/passkey/card.tsx')],
    guest: [at('frame-app/login/guest/card.tsx')],
    // What a page asks first, accounts and chain, also where nobody is logged in.
    provider: ['kernel/ethereum.ts', 'provider/ethereum/request.ts'].map(file => at(`frame-app/${file}`)),
    // What a page asks next of a provider, with what the wallets' own operations share with it.
    methods: [
      ...['frame-app/provider/ethereum/methods.ts', 'frame-app/requests/decide.ts'],
      ...['frame-app/config/tell-unknown.ts', 'shared/wallet/sign-typed-data.ts'],
    ].map(at),
    // What reads a chain, and prepares and sends what changes it: for a page with nobody logged in, too.
    chain: ['client', 'prepare', 'send'].map(file => at(`frame-app/chains/ethereum/${file}.ts`)),
    // What every approval is made of, on each chain: those on Solana then bring nothing of Ethereum's.
    approval: [
      'approval/flow/approval-flow.ts',
      'approval/flow/sent-about.ts',
      'approval/ui/approval-screen.tsx',
      'approval/ui/use-rejection.ts',
      'approval/ui/sent-screen.tsx',
      'approval/scan/scan.ts',
      'approval/scan/scan-domain.ts',
      'approval/scan/scan-verdict.ts',
      'approval/explain/amount.ts',
      'approval/explain/limit-lines.ts',
      'approval/solana/reads/known-tokens.ts',
      'approval/solana/reads/price-feeds.ts',
      'chains/solana/explorer.ts',
      'recipients/known-recipients.ts',
      'session/made-here.ts',
    ].map(file => at(`frame-app/${file}`)),
    // What is brought ahead for who is logged in (`kernel/waiting/follow-session.ts`): most of it is shared, in pieces of a few
    // lines, and a file for each costs a browser more than the lines do.
    approvals: ['sign-message', 'send-transaction', 'sign-typed-data'].map(kind =>
      at(`frame-app/requests/${kind}/screen.tsx`),
    ),
    account: [at('frame-app/requests/account/screen.tsx')],
    // What requests are read by.
    requested: ['account', 'sign-message', 'send-transaction', 'sign-typed-data'].map(kind =>
      at(`frame-app/requests/${kind}/handler.ts`),
    ),
  },
}
const VAULT_WORKER = at('frame-app/vault/worker.ts')

let names: ReturnType<typeof nameChunks> | undefined
const chunkName = (id: string, graph: { getModuleInfo: ReadImports }) => {
  names ??= nameChunks(JOURNEYS, module => graph.getModuleInfo(module))
  return names(id)
}

/** A bundle of their own: chunks that they shared with the frame would bring the frame's kernel into the window. */
const windowsOf = (
  name: string,
  input: Readonly<Record<string, string>>,
  folder = 'assets',
): EnvironmentOptions => ({
  consumer: 'client',
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  build: {
    outDir: at('dist/frame'),
    emptyOutDir: false,
    assetsDir: folder,
    target: BUILD_TARGET,
    manifest: `.vite/${name}.json`,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(input).map(([entry, file]) => [entry, at(`frame-app/${file}`)]),
      ),
    },
  },
})

/** A document of the operator's console, of its own origin: it shares no file with what a person's browser loads of the wallet. */
const consoleDocument = (
  name: string,
  file: string,
  folder: string,
  emptyOutDir = false,
): EnvironmentOptions => ({
  consumer: 'client',
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  build: {
    outDir: at('dist/console'),
    emptyOutDir,
    assetsDir: folder,
    target: BUILD_TARGET,
    manifest: `.vite/${name}.json`,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { [name]: at(file) } },
  },
})

/**
 * Licences ask for their notices in all copies of the code. The wallet origin serves them beside the scripts, which name them in
 * few bytes, since every page of a site loads them. The first script has no code of others, and the least room.
 */
const NOTICE_BANNER = '/*! Licenses: /licenses.txt */'

/** A classic script: an element that loads one can be given a hash, an `import()` cannot. */
const hostScript = (entry: string, file: string, emptyOutDir = false): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: HOST,
    emptyOutDir,
    target: BUILD_TARGET,
    minify: 'oxc',
    lib: { entry: at(entry), formats: ['iife'], name: 'VitrineScript', fileName: () => file },
    rolldownOptions: { output: { postBanner: file === 'vitrine.js' ? '' : NOTICE_BANNER } },
  },
})

/**
 * One config, five outputs: `dist/frame` (the wallet origin's app; the server reads its manifest and writes the HTML),
 * `dist/host` (what a site loads: the script-tag IIFE with its parts, and the ES module), `dist/recovery` (the recovery page,
 * one file, and its hash), `dist/console` (the operator's console and its preview of the dialog) and `dist/shop` (the demo shop's script).
 */
export default defineConfig({
  root: at('frame-app'),
  base: '/',
  publicDir: false,
  // The same sources make the same bytes: no file beside them has a say.
  envDir: false,
  plugins: [
    react(),
    filesFirst,
    pinnedFiles,
    recordModules(),
    recoveryFile,
    documentFor('console', 'index.html', '/favicon.ico'),
    // It is embedded and has no tab.
    documentFor('consolePreview', 'preview.html', 'data:,'),
  ],
  worker: {
    format: 'es',
    plugins: () => [recordModules()],
    // A folder of its own: the server answers it with a CSP that forbids every connection.
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/worker/[name]-[hash].js',
        chunkFileNames: 'assets/worker/[name]-[hash].js',
        // What the worker's file needs at once stands beside it, not in it: WebKit runs a worker's file once more when a
        // chunk imports from it, and two vaults then answer each call.
        codeSplitting: {
          groups: [{ name: 'vault', tags: ['$initial'], test: (id: string) => id !== VAULT_WORKER }],
        },
      },
    },
  },
  environments: {
    client: {
      // No hook for React's developer tools in a wallet, and less to load.
      define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
      build: {
        outDir: at('dist/frame'),
        emptyOutDir: true,
        target: BUILD_TARGET,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            kernel: at('frame-app/kernel/main.ts'),
          },
          output: {
            // Without words, and short: the kernel and the screens name every file that they may load, and a person waits for both.
            chunkFileNames: 'assets/[hash:7].js',
            assetFileNames: 'assets/[hash:7][extname]',
            codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkName }] },
          },
        },
      },
    },
    approvalWindow: windowsOf('approval-window', { 'approval-window': 'approval/window/main.tsx' }),
    // A folder of its own: the server lets a document of no origin load what is in it.
    secrets: windowsOf('secrets', { secrets: 'secrets/main.ts' }, 'assets/secrets'),
    loginWindows: windowsOf('login-windows', {
      'passkey-window': 'login/passkey/window/main.ts',
      'oauth-window': 'login/oauth/window/main.ts',
      'oauth-callback': 'login/oauth/window/callback.ts',
      'recovery-window': 'recovery/window/main.ts',
    }),
    console: consoleDocument('console', 'console-app/main.tsx', 'assets', true),
    // A folder of its own: the server lets a document of no origin load what is in it.
    consolePreview: consoleDocument('preview', 'console-app/preview/main.tsx', 'assets/preview'),
    hostGreeting: hostScript('host-sdk/greeting-part.ts', 'vitrine-greeting-[hash:6].js', true),
    hostWallets: hostScript('host-sdk/wallets-part.ts', 'vitrine-wallets-[hash:6].js'),
    hostLater: hostScript('host-sdk/later-part.ts', 'vitrine-later-[hash:6].js'),
    host: hostScript('host-sdk/loader.ts', 'vitrine.js'),
    hostModule: {
      consumer: 'client',
      build: {
        outDir: HOST,
        emptyOutDir: false,
        target: BUILD_TARGET,
        minify: 'oxc',
        lib: { entry: { vitrine: at('host-sdk/index.ts') }, formats: ['es'], fileName: () => 'vitrine.mjs' },
        // One file, so that one hash covers all of it.
        rolldownOptions: { output: { codeSplitting: false, postBanner: NOTICE_BANNER } },
      },
    },
    recovery: {
      consumer: 'client',
      // A library keeps this name for its user to replace. The page has no such user, and no `process`.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: at('dist/recovery'),
        emptyOutDir: true,
        target: BUILD_TARGET,
        minify: 'oxc',
        lib: {
          entry: at('recovery-page/main.ts'),
          formats: ['iife'],
          name: 'VitrineRecovery',
          fileName: () => 'recovery.js',
        },
      },
    },
    shop: {
      consumer: 'client',
      build: {
        outDir: at('dist/shop'),
        emptyOutDir: true,
        target: BUILD_TARGET,
        minify: 'oxc',
        lib: { entry: { shop: at('examples/shop/shop.ts') }, formats: ['es'], fileName: () => 'shop.js' },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      startRecord()
      for (const name of [
        ...['client', 'approvalWindow', 'secrets', 'loginWindows', 'recovery', 'shop'],
        ...['console', 'consolePreview'],
        // The first script carries the hashes of two parts, the later one that of the wallets: each is built before it is named.
        ...['hostGreeting', 'hostWallets', 'hostLater', 'host', 'hostModule'],
      ]) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
      writePageNotices()
    },
  },
})
