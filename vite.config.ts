import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string) => new URL(path, import.meta.url).pathname

/**
 * penpal's debug log is never switched on, and what it would say is on every page of a site; so are its ids for pages
 * without a secure context, where the wallet does not run.
 */
const withoutPenpalLog: Plugin = {
  name: 'without-penpal-log',
  transform: (code, id) =>
    id.includes('/node_modules/penpal/')
      ? code
          .replace(/\blog\?\.\(\s*`[^`]*`,\s*\w+\s*\);/g, '')
          .replace(
            /crypto\.randomUUID\?\.bind\(crypto\) \?\? \([\s\S]*?join\("-"\)\)/,
            '() => crypto.randomUUID()',
          )
      : null,
}

/**
 * One config, three outputs: `dist/frame` (the wallet origin's app; the server reads its manifest and writes the HTML),
 * `dist/host` (what a site loads: the script-tag IIFE and the ES module) and `dist/shop` (the demo shop's script).
 */
export default defineConfig({
  root: at('frame-app'),
  base: '/',
  publicDir: false,
  plugins: [react(), withoutPenpalLog],
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
                      'frame-app/(flow/(?!failure)|otp/(start|code-flow)|words/phrase|wallet/registry|captcha/(slot|captcha-failed)|entry/barred\\.)',
                      'frame-app/login/((?!login-wallets)[\\w-]+\\.(tsx|module)|(active-method|registry)|[\\w-]+/(method|row|icon|autofill-offer))',
                      'frame-app/login/email/flow',
                      'shared/(login/email|otp|api/sign-up-mode)',
                    ].join('|'),
                  ),
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
      for (const name of ['client', 'host', 'hostModule', 'shop']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
})
