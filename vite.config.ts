import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string) => new URL(path, import.meta.url).pathname

/**
 * What of penpal does nothing here and is on every page of a site: its debug log, which is never switched on; the words of
 * its errors, of which `shared/bridge` reads the code alone; its checks of a messenger, which `shared/bridge` makes; its
 * random ids for pages without a secure context, where the wallet does not run. The stack of an error shall not cross.
 */
const withoutPenpalWords: Plugin = {
  name: 'without-penpal-words',
  transform: (code, id) =>
    id.includes('/node_modules/penpal/')
      ? code
          .replace(/\blog\?\.\(\s*`[^`]*`,\s*\w+\s*\);/g, '')
          .replace(/(new PenpalError_default\(\s*"[A-Z_]+",\s*)(?:`(?:[^`\\]|\\.)*`|"[^"]*")/g, '$1""')
          .replace(
            /crypto\.randomUUID\?\.bind\(crypto\) \?\? \([\s\S]*?join\("-"\)\)/,
            '() => crypto.randomUUID()',
          )
          .replace(/if \((?:!messenger|!port|usedMessengers\.has\(messenger\))\) \{\s*throw [^;]*;\s*\}/g, '')
          // Its memory of used messengers, which only that check asks; `shared/bridge` makes a new one for each connection.
          .replace(/\bvar usedMessengers = [^;]*;|\busedMessengers\.add\(messenger\);/g, '')
          // A peer of its version 6, which is not let in.
          .replace(
            / (?:&&|\|\|) \/\/[^\n]*\n\s*remoteParticipantId [!=]== DEPRECATED_PENPAL_PARTICIPANT_ID/g,
            '',
          )
          .replace(/\n\s*stack(?:: error\.stack)?,|deserializedError\.stack = stack;/g, '')
      : null,
}

/** The module build names the Solana face by the file that it is built to, so that both are the same file. */
const solanaApart: Plugin = {
  name: 'solana-apart',
  // Before Vite itself finds the file.
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'hostModule',
  resolveId: source =>
    source === './solana.ts' ? { id: './vitrine-solana.js', external: 'relative' } : null,
}

/**
 * One config, three outputs: `dist/frame` (the wallet origin's app; the server reads its manifest and writes the HTML),
 * `dist/host` (what a site loads: the script-tag IIFE and the ES module) and `dist/shop` (the demo shop's script).
 */
export default defineConfig({
  root: at('frame-app'),
  base: '/',
  publicDir: false,
  plugins: [react(), withoutPenpalWords, solanaApart],
  worker: {
    format: 'es',
    // A folder of its own: the server answers it with a CSP that forbids every connection.
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/worker/[name]-[hash].js',
        chunkFileNames: 'assets/worker/[name]-[hash].js',
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
        target: 'es2022',
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            kernel: at('frame-app/kernel/main.ts'),
            'passkey-window': at('frame-app/login/passkey/window/main.ts'),
          },
          output: {
            // Without words: the kernel and the screens name every file that they may load, and a person waits for both.
            chunkFileNames: 'assets/[hash].js',
            assetFileNames: 'assets/[hash][extname]',
            codeSplitting: {
              includeDependenciesRecursively: false,
              // What every screen uses comes in one file: many small ones compress worse. None of it is the kernel's.
              groups: [
                {
                  name: 'screens',
                  test: new RegExp(
                    [
                      'node_modules/(react|react-dom|scheduler)/',
                      'frame-app/ui/(?!theme|tokens|use-approval|approval|address|code-|copy|use-countdown|success)',
                      'frame-app/(otp/(lazy-flow|code-flow)|words/phrase|captcha/(slot|captcha-failed)|requests/(app|mount|login/screen)\\.)',
                      'frame-app/login/([\\w-]+\\.(tsx|module)|(active-method|registry|denied)\\.|[\\w-]+/(method|row|icon|autofill-offer))',
                      'shared/login/email',
                    ].join('|'),
                  ),
                },
                // What the screens share with windows and calls that come without them.
                {
                  name: 'words',
                  test: /frame-app\/(words\/(en-landing|failure|language|say)|ui\/theme\.ts)|shared\/(captcha\/token|otp\/code|api\/sign-up-mode)\./,
                },
                // What the page's options go by. The frame's document names both files.
                { name: 'app-config', test: /shared\/config\/(app-config|networks|rpc-url)\./ },
                {
                  name: 'config',
                  test: /frame-app\/config\/(effective|server-config|appearance|chains|embedded-wallets|group-priority|host-options-check|login-methods|login-order|solana|without-effect|warning|wallet-list)\.|shared\/(chains\/.*defaults|config\/host-options|wallet\/recovery-rules)/,
                },
                // What a session's first request needs: its calls and the way to the vault, in one journey.
                {
                  name: 'session',
                  test: /frame-app\/(session\/(user-calls|calls|authorized-request)|vault\/(start|client|spawn-worker|worker-address))|node_modules\/comlink\//,
                },
              ],
            },
          },
        },
      },
    },
    // A bundle of its own: chunks that it shared with the frame would bring the frame's kernel into the window.
    approvalWindow: {
      consumer: 'client',
      define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
      build: {
        outDir: at('dist/frame'),
        emptyOutDir: false,
        target: 'es2022',
        manifest: '.vite/approval-window.json',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: { 'approval-window': at('frame-app/approval/window/main.tsx') } },
      },
    },
    host: {
      consumer: 'client',
      build: {
        outDir: at('dist/host'),
        emptyOutDir: true,
        target: 'es2022',
        minify: 'oxc',
        // penpal's debug log is never switched on: its calls may go from the bundle.
        rolldownOptions: { treeshake: { manualPureFunctions: ['log'] } },
        lib: {
          entry: { vitrine: at('host-sdk/loader.ts') },
          formats: ['iife'],
          name: 'VitrineLoader',
          fileName: () => 'vitrine.js',
        },
      },
    },
    hostModule: {
      consumer: 'client',
      build: {
        outDir: at('dist/host'),
        emptyOutDir: false,
        target: 'es2022',
        minify: 'oxc',
        lib: { entry: { vitrine: at('host-sdk/index.ts') }, formats: ['es'], fileName: () => 'vitrine.mjs' },
      },
    },
    hostSolana: {
      consumer: 'client',
      build: {
        outDir: at('dist/host'),
        emptyOutDir: false,
        target: 'es2022',
        minify: 'oxc',
        lib: {
          entry: { 'vitrine-solana': at('host-sdk/solana.ts') },
          formats: ['es'],
          fileName: () => 'vitrine-solana.js',
        },
      },
    },
    shop: {
      consumer: 'client',
      build: {
        outDir: at('dist/shop'),
        emptyOutDir: true,
        target: 'es2022',
        minify: 'oxc',
        lib: { entry: { shop: at('examples/shop/shop.ts') }, formats: ['es'], fileName: () => 'shop.js' },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'approvalWindow', 'host', 'hostModule', 'hostSolana', 'shop']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
})
