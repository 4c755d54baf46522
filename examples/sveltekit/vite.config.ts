import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

const server = { host: '127.0.0.1', port: Number(process.env.PORT ?? 5173), strictPort: true }

export default defineConfig({ plugins: [sveltekit()], server })
