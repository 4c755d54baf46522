import { STATUS_BY_CODE } from '@vitrine/shared/errors/codes.ts'
import { expect, test } from 'vitest'
import { errorsPage } from './page.ts'

test('the page has each code once, with its status, what it means, what to do and who raises it', async () => {
  const page = await errorsPage()
  const rows = page.split('\n').filter(line => line.startsWith('| <a id='))
  expect(rows.length).toBe(Object.keys(STATUS_BY_CODE).length)
  for (const row of rows)
    expect(row).toMatch(/^\| <a id="(\w+)"><\/a>`\1` \| \d* \| [A-Z`].*\. \| .+ \| .+ \|$/)
  expect(rows).toContainEqual(
    expect.stringMatching(/`invalid_origin` \| 403 \| .* \| the server, .*the script in your page \|$/),
  )
  expect(rows).toContainEqual(expect.stringMatching(/`user_rejected` \| {2}\| .* \| the wallet’s frame/))
})

test('each code is raised by something', async () => {
  const unraised = (await errorsPage()).split('\n').filter(line => line.includes('nobody, in this release'))
  expect(unraised.map(line => /`(\w+)`/.exec(line)?.[1])).toEqual([])
})
