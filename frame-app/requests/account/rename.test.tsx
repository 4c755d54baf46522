// @vitest-environment jsdom
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { expect, test, vi } from 'vitest'
import {
  alertText,
  click,
  control,
  hasButton,
  submit,
  title,
  type,
  until,
  useBrowser,
} from '../../ui/testing/dom.ts'
import { fakeCalls, user } from '../../ui/testing/fake-kernel.ts'
import { en } from '../../words/en.ts'
import { email, openAccount, passkey, shownNews } from './testing/open-account.ts'

useBrowser()
const made = { ...passkey, createdWithBrowser: 'Chrome', createdWithOs: 'macOS' } as const
const named = { ...made, name: 'My phone' } as const
const field = () => control('textbox', en['passkey.name'])

async function openCard(account: typeof made | typeof named, answer = async () => user) {
  const changeUser = vi.fn(answer)
  await openAccount({ accounts: [email, account], operations: { calls: fakeCalls({ changeUser }) } })
  const name = 'name' in account ? account.name : 'Passkey · Chrome on macOS'
  await click(control('button', `Rename ${name}`))
  await until(() => expect(title()).toBe(en['passkey.renameTitle']))
  await until(() => expect(document.activeElement?.tagName).toBe('INPUT'))
  return changeUser
}

test('a passkey is called what its person calls it, and an address has no other name', async () => {
  await openAccount({ accounts: [email, named] })
  expect(['Remove My phone', 'Rename My phone', `Rename ${email.address}`].map(hasButton)).toEqual([
    true,
    true,
    false,
  ])
})

test('a name is written over the one that the passkey has of its own', async () => {
  const changeUser = await openCard(made)
  expect([field().getAttribute('value'), field().getAttribute('placeholder')]).toEqual([
    '',
    'Passkey · Chrome on macOS',
  ])
  await type(field(), 'Kitchen')
  await submit(field())
  await until(() => expect(shownNews()).toBe(en['passkey.renamed']))
  const body = { credential_id: passkey.credentialId, name: 'Kitchen' }
  expect(changeUser).toHaveBeenCalledExactlyOnceWith('/passkeys/rename', body, expect.any(AbortSignal))
})

test('one that could not be written says why, and is there to be tried again', async () => {
  const changeUser = await openCard(named, async () => {
    throw clientError('service_unavailable', 'No answer.')
  })
  await submit(field())
  expect(alertText()).toBeTruthy()
  await submit(field())
  expect(changeUser).toHaveBeenCalledTimes(2)
  await click(control('button', 'Back'))
  expect(title()).toBe(en['account.title'])
})
