import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the guide says of each Ethereum method that is refused why, and what to use', () => {
  const [, after = ''] = read('docs/embedding.md').split('\n| refused |')
  const [table = ''] = after.split('\n\n')
  const rows = table.split('\n').slice(2)
  const [, block = ''] =
    /const REFUSED[^=]*= \{([\s\S]*?)\n\}\n/.exec(read('frame-app/provider/ethereum/methods.ts')) ?? []
  const refused = [...block.matchAll(/^ {2}(\w+):|'(eth_\w+)'/gm)].map(([, key, listed]) => key ?? listed)
  for (const method of ['eth_sign', 'eth_getEncryptionPublicKey', 'eth_decrypt'])
    expect(refused).toContain(method)
  expect(refused.filter(method => !rows.some(row => row.split(' | ')[0]?.includes(`\`${method}\``)))).toEqual(
    [],
  )
  for (const row of rows)
    expect(row).toMatch(/^\| .*\(-?\d{4,5}.*\) \| .*(\.|,) (Use|Keep|Post|Ask|Read) .* \|$/)
})
