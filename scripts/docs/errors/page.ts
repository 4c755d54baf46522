import { type ErrorCode, STATUS_BY_CODE } from '@vitrine/shared/errors/codes.ts'
import { MEANINGS } from './meanings.ts'
import { type Raiser, raisersOf } from './raised-by.ts'

const RAISERS: Readonly<Record<Raiser, string>> = {
  server: 'the server',
  frame: 'the wallet’s frame',
  page: 'the script in your page',
}

/** The page of error codes, of the codes and of where the code raises them. */
export async function errorsPage(): Promise<string> {
  const codes = (Object.keys(STATUS_BY_CODE) as ErrorCode[]).sort()
  const raisers = await raisersOf(codes)
  const rows = codes.map(code => {
    const [happened, then] = MEANINGS[code]
    const by = [...(raisers.get(code) ?? [])].map(it => RAISERS[it]).join(', ')
    return `| <a id="${code}"></a>\`${code}\` | ${STATUS_BY_CODE[code] ?? ''} | ${happened} | ${then} | ${by || 'nobody, in this release'} |`
  })
  // Its widest table has five columns, and no chapters that could stand beside it.
  return `---
aside: false
---

# Error codes

Every method of an instance rejects with a \`VitrineError\`: \`{type, code, message, status?, data?}\`. \`code\` is stable, and what your code goes
by. \`message\` can be shown to a person. Providers of wallets reject with the numbers of EIP-1193 instead: see
[Embedding](./embedding.md#ethereum).

| \`type\` | |
|---|---|
| \`api_error\` | the server said so; \`status\` is its HTTP status |
| \`client_error\` | your page or the frame said so |
| \`connector_error\` | the person's own wallet said so; \`data\` is \`{retryable, eipCode?}\` |

The HTTP API answers \`{error, code, data?}\` with the status that stands here. A code without a status never comes from the server.

| code | status | what happened | what to do | raised by |
|---|---|---|---|---|
${rows.join('\n')}
`
}
