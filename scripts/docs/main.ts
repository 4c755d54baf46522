import { build } from 'vitepress'
import { root } from '../root.mjs'
import { collectPages } from './collect.ts'

await collectPages(`${root}.cache/docs/pages`, new Map())
await build(`${root}docs`)
