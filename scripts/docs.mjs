import { setPriority } from 'node:os'
import { buildDocs } from './setup/build-docs.mjs'
import { ensureInstalled } from './setup/install.mjs'

// Beside a server that somebody works with, it takes what that leaves.
if (process.argv.includes('--quietly')) setPriority(19)
await ensureInstalled()
process.exitCode = await buildDocs()
