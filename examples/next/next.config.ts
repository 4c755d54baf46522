import type { NextConfig } from 'next'

// This folder stands below another package's, which is no part of it.
const root = import.meta.dirname

const config: NextConfig = {
  reactStrictMode: true,
  turbopack: { root },
  outputFileTracingRoot: root,
}

export default config
