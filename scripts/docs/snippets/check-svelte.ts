import type { Block } from './blocks.ts'
import type { Snippet } from './check-code.ts'

/** The script of a component, as the module that it becomes. What its markup shows is Svelte's to check, in `examples/sveltekit`. */
export function svelteScripts(block: Block): Snippet[] {
  const [opening, text] = /<script lang="ts">(.*?)<\/script>/s.exec(block.text)?.slice(0, 2) ?? []
  if (opening === undefined || text === undefined) return []
  return [
    {
      block: { ...block, kind: block.kind.replace(/\.svelte$/, '.ts') },
      extension: 'ts',
      text,
      offset: block.text.slice(0, block.text.indexOf(text)).split('\n').length - 1,
    },
  ]
}
