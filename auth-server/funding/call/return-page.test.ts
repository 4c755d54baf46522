import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { FUNDING_RETURN_PATH, mountFundingReturn } from './return-page.ts'

const server = new Hono()
mountFundingReturn(server, 'https://wallet.example')
const get = (query = '', language = 'en') =>
  server.request(`${FUNDING_RETURN_PATH}${query}`, { headers: { 'accept-language': language } })

test('the page that people come back to says nothing of what its address claims', async () => {
  const plain = await (await get()).text()
  const forged = await (
    await get('?transactionStatus=completed&transactionId=1&title=<script>alert(1)</script>')
  ).text()
  expect(plain).toContain('You can close this window')
  expect(forged).toBe(plain)
})

test('it runs one script, calls nobody and is framed by nobody', async () => {
  const policy = (await get()).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/script-src 'sha256-[\w+/=]+'/)
  expect(policy).not.toContain('connect-src')
})

test.each([
  ['es', 'Ya puedes cerrar esta ventana', 'ltr'],
  ['ja', 'このウィンドウは閉じてかまいません', 'ltr'],
  ['ar', 'يمكنك إغلاق هذه النافذة', 'rtl'],
])('it is in the person’s language: %s', async (language, title, direction) => {
  const page = await (await get('', language)).text()
  expect(page).toContain(title)
  expect(page).toContain(`dir="${direction}"`)
})
