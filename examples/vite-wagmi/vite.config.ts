import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The wallet’s frame shows the icon as this site’s logo, and takes a picture of another origin only with this.
const headers = { 'cross-origin-resource-policy': 'cross-origin' }
const place = { host: '127.0.0.1', port: Number(process.env.PORT ?? 5173), strictPort: true, headers }

export default defineConfig({ plugins: [react()], server: place, preview: place })
