import type { NextConfig } from 'next'

// This folder stands below another package's, which is no part of it.
const root = import.meta.dirname

const config: NextConfig = {
  reactStrictMode: true,
  turbopack: { root },
  outputFileTracingRoot: root,
  // The wallet’s frame shows the icon as this site’s logo, and takes a picture of another origin only with this.
  headers: async () => [
    { source: '/icon.svg', headers: [{ key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' }] },
  ],
}

export default config
