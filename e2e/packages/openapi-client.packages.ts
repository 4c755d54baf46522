import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import openapiTypes, { astToString } from 'openapi-typescript'
import { root } from '../fixtures/server-process.ts'
import { runToEnd } from './run-to-end.ts'
import { expect, test } from './test.ts'

const CALLS = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

const [baseUrl = '', id = '', secret = ''] = process.argv.slice(2)
const headers = { authorization: \`Basic \${btoa(\`\${id}:\${secret}\`)}\` }
const client = createClient<paths>({ baseUrl, headers })

const imported = await client.POST('/api/v1/users/import', {
  body: { users: [{ linked_accounts: [{ type: 'email', address: 'ada@mail.example' }] }] },
})
const listed = await client.GET('/api/v1/users/expected', { params: { query: { limit: '10' } } })
const redeemed = await client.POST('/api/v1/sessions/login_code', {
  body: { code: 'made-up', audience: 'http://localhost:3000' },
})
const code: string | undefined = redeemed.error?.code
const accounts = listed.data?.users.flatMap(user => user.linked_accounts)
console.log(JSON.stringify({ imported: imported.data?.results.map(it => it.ok), accounts, code }))
`

const WRONG = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

createClient<paths>().POST('/api/v1/sessions/login_code', { body: { code: 1 } })
`

test('a client that is generated from the OpenAPI document compiles and makes three calls', async ({
  wallet,
}) => {
  const { id, secret } = await wallet.register('http://localhost:3000')
  const folder = `${root}.cache/openapi-client`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const document = await readFile(`${root}dist/docs/openapi.json`, 'utf8')
  await writeFile(`${folder}/schema.d.ts`, astToString(await openapiTypes(document)))
  await writeFile(`${folder}/package.json`, '{"type":"module"}')
  const compile = async (name: string, source: string) => {
    await writeFile(`${folder}/${name}.ts`, source)
    const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node']
    const args = [`${root}e2e/node_modules/typescript/bin/tsc`, ...options, `${name}.ts`]
    return runToEnd({ command: process.execPath, args, cwd: folder, env: {} })
  }
  await compile('calls', CALLS)
  const args = ['calls.js', wallet.origin, id, secret]
  const printed = await runToEnd({ command: process.execPath, args, cwd: folder, env: {} })
  expect(JSON.parse(printed)).toEqual({
    imported: [true],
    accounts: [{ type: 'email', subject: 'ada@mail.example' }],
    code: 'invalid_credentials',
  })
  await expect(compile('wrong', WRONG)).rejects.toThrow("Type 'number' is not assignable to type 'string'")
})
