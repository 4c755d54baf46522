import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import type { Calls } from '../session/calls.ts'
import { fakeCalls } from '../ui/testing/fake-kernel.ts'
import { createStepUp, type StepUpBody } from './step-up.ts'

const account = { type: 'email', subject: 'eve@example.com', name: 'eve@example.com' } as const
const signal = new AbortController().signal

/** @param isRequired whether the server asks for a proof */
function open({ isRequired = true, isFromAccount = false } = {}) {
  const called = vi.fn()
  const postAuthorized: Calls['postAuthorized'] = async (path, _body, answer) => {
    called(path)
    return answer.parse({ is_required: isRequired, ways: ['sms'], held_until: null })
  }
  const stepUp = createStepUp(fakeCalls({ postAuthorized }), { purpose: 'link', isFromAccount })
  return { stepUp, called }
}

describe('the proof that a change takes', () => {
  it('is asked of the person once, for the very address, and kept until it is used', async () => {
    const { stepUp, called } = open()
    const proving = stepUp.prove(account, signal)
    await vi.waitFor(() => expect(stepUp.asked.get()).not.toBeNull())
    expect(stepUp.asked.get()).toMatchObject({ purpose: 'link', target: 'email:eve@example.com', account })
    stepUp.asked.get()?.onProven('token')
    expect(await proving).toEqual({ step_up: 'token' })
    expect(stepUp.asked.get()).toBeNull()
    expect(await stepUp.change(account, signal, async body => body)).toEqual({ step_up: 'token' })
    expect(called).toHaveBeenCalledOnce()
    void stepUp.change(account, signal, async body => body)
    await vi.waitFor(() => expect(stepUp.asked.get()).not.toBeNull())
  })

  it('is not asked for where the server wants none; the account screen says that it was there', async () => {
    expect(await open({ isRequired: false }).stepUp.prove(account, signal)).toEqual({})
    const { stepUp } = open({ isRequired: false, isFromAccount: true })
    expect(await stepUp.prove(account, signal)).toEqual({ from_account: true })
  })

  it('is asked for anew when the server finds it too old, and then sent once more', async () => {
    const { stepUp } = open()
    const sent: StepUpBody[] = []
    const changing = stepUp.change(account, signal, async body => {
      sent.push(body)
      if (sent.length === 1) throw clientError('step_up_required', 'Confirm.')
      return 'done'
    })
    for (const token of ['first', 'second']) {
      await vi.waitFor(() => expect(stepUp.asked.get()).not.toBeNull())
      stepUp.asked.get()?.onProven(token)
    }
    expect(await changing).toBe('done')
    expect(sent).toEqual([{ step_up: 'first' }, { step_up: 'second' }])
  })

  it('of another address is another proof', async () => {
    const { stepUp } = open()
    const first = stepUp.prove(account, signal)
    await vi.waitFor(() => expect(stepUp.asked.get()).not.toBeNull())
    stepUp.asked.get()?.onProven('first')
    await first
    void stepUp.prove({ ...account, subject: 'mallory@example.com' }, signal)
    await vi.waitFor(() => expect(stepUp.asked.get()?.target).toBe('email:mallory@example.com'))
  })

  it('that the person does not give ends the change, and so does closing the card', async () => {
    const { stepUp } = open()
    const left = stepUp.prove(account, signal)
    await vi.waitFor(() => expect(stepUp.asked.get()).not.toBeNull())
    stepUp.asked.get()?.onLeft()
    await expect(left).rejects.toMatchObject({ code: 'user_rejected' })
    const card = new AbortController()
    const closed = stepUp.prove(account, card.signal)
    await vi.waitFor(() => expect(stepUp.asked.get()).not.toBeNull())
    card.abort(new Error('closed'))
    await expect(closed).rejects.toThrow('closed')
    expect(stepUp.asked.get()).toBeNull()
  })
})
