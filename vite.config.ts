import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => new URL(path, import.meta.url).pathname

/**
 * One config, three outputs: `dist/frame` (the wallet origin's app; the server reads its manifest and writes the HTML),
 * `dist/host` (what a site loads: the script-tag IIFE and the ES module) and `dist/shop` (the demo shop's script).
 */
export default defineConfig({
  root: at('frame-app'),
  base: '/',
  publicDir: false,
  plugins: [react()],
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
      build: {
        outDir: at('dist/frame'),
        emptyOutDir: true,
        target: 'es2022',
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: { kernel: at('frame-app/kernel/main.ts') } },
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
