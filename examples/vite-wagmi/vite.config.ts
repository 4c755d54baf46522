import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const place = { host: '127.0.0.1', port: Number(process.env.PORT ?? 5173), strictPort: true }

export default defineConfig({ plugins: [react()], server: place, preview: place })
