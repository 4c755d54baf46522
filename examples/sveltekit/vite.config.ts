import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig, type Plugin } from 'vite'

const server = { host: '127.0.0.1', port: Number(process.env.PORT ?? 5173), strictPort: true }

/** The wallet’s frame shows the icon as this site’s logo, and takes a picture of another origin only with this header. */
const withLogo: Plugin = {
  name: 'with-logo',
  configureServer({ middlewares }) {
    middlewares.use('/icon.svg', (_, response, next) => {
      response.setHeader('cross-origin-resource-policy', 'cross-origin')
      next()
    })
  },
}

export default defineConfig({ plugins: [withLogo, sveltekit()], server })
