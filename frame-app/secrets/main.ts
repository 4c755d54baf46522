/**
 * The secrets document: the only place of the wallet's pages in which a key stands in the clear. The frame embeds it, or opens it as a
 * window to print from.
 *
 *  - A sandbox gives it no origin: neither the frame nor the site sees into it, and it has no session, no token and no storage.
 *  - Its policy gives it no network: what it has open cannot be sent anywhere.
 *  - Keys come encrypted for a key that it has just made, and leave encrypted for the one that the frame names.
 *  - It shows, copies and takes a key at the press of its person alone, and only while they can see all of it.
 */
import '../core/no-generated-code.ts'
import '../ui/tokens.css'
import './secrets.css'
import { makeRecipient, openKey, sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import { bringLaterWords, speak } from '../words/language.ts'
import { say } from '../words/say.ts'
import { element } from './element.ts'
import { type EnterView, enterView } from './enter-view.ts'
import { type InSight, watchSight } from './in-sight.ts'
import type { MadeKit } from './kit-view.ts'
import { type Label, labelsOf } from './labels.ts'
import { type FramePort, meetFrame } from './meet-frame.ts'
import type { Start, ToDocument, ToldWallet } from './messages.ts'
import { checkSecret, type OpenedSecret } from './opened-secret.ts'
import { showView, type View } from './show-view.ts'
import type { TypedKey } from './typed-key.ts'

type SentSecret = Extract<ToDocument, { wallet: ToldWallet }>
type Recipient = Awaited<ReturnType<typeof makeRecipient>>

/** What a message of the frame may work with. */
interface Desk {
  readonly body: HTMLElement
  readonly label: Label
  readonly port: FramePort
  readonly sight: InSight
  readonly language: string
  readonly recipient: Recipient
}

/** What stands in `scroller` may be higher than its frame, as on a small phone or for a moment while it grows. */
async function serve(scroller: HTMLElement, { words, language }: Start, port: FramePort): Promise<void> {
  const recipient = await makeRecipient()
  const body = element('div', undefined)
  // A window of its own scrolls as a page does.
  scroller.className = top === window ? '' : 'scroller'
  scroller.replaceChildren(body)
  const desk = { body, label: labelsOf(words), port, language, recipient, sight: watchSight(scroller) }
  new ResizeObserver(() => {
    port.tell({ event: 'height', px: Math.min(4000, Math.ceil(scroller.scrollHeight)) })
  }).observe(body)
  port.onMessage(takeMessages(desk))
  addEventListener('keydown', ({ key, isTrusted }) => {
    if (isTrusted && key === 'Escape') port.tell({ event: 'leave' })
  })
  port.tell({ event: 'recipient', recipient: recipient.spki })
}

/** One task a document: what comes after the first of `show`, `kit` and `enter` is not another one. A kit takes more secrets. */
function takeMessages(desk: Desk): (message: ToDocument) => void {
  const { body, label, port, sight } = desk
  let isTaken = false
  let shown: View | null = null
  let entering: EnterView | null = null
  let typed: TypedKey | null = null
  let kit: KitOnShow | null = null
  const take = (message: ToDocument) => {
    switch (message.event) {
      case 'clipboard':
        return shown?.clipboard(message.status)
      case 'refused':
        typed?.plain.fill(0)
        typed = null
        return entering?.refuse(message.message)
      case 'add':
        return void kit?.add(message)
      case 'seal-for': {
        // Once for what was confirmed: a second recipient gets nothing.
        const plain = typed?.plain
        typed = null
        if (!plain) return
        return void sealKey(message.recipient, plain)
          .then(
            sealed => port.tell({ event: 'sealed', sealed }),
            () => {
              // No key to encrypt for: the frame waits for an answer in vain, and says so.
            },
          )
          .finally(() => {
            plain.fill(0)
            entering?.wipe()
          })
      }
    }
    if (isTaken) return
    isTaken = true
    if (message.event === 'enter') {
      entering = enterView(message.chainType, label, sight, confirmed => {
        typed = confirmed
        const { address, entropy } = confirmed
        port.tell({ event: 'typed', chainType: message.chainType, address, entropy })
      })
      body.replaceChildren(entering.root)
      return
    }
    if (message.event === 'kit') {
      kit = kitOnShow(desk, message)
      void kit.add(message)
      return
    }
    void open(desk, message).then(secret => {
      if (secret === null) return
      shown = showView(secret, label, sight, () => port.tell({ event: 'copied' }))
      body.replaceChildren(shown.root)
    })
  }
  addEventListener('pagehide', () => {
    shown?.wipe()
    entering?.wipe()
    typed?.plain.fill(0)
    body.replaceChildren()
  })
  return take
}

/** @returns `null`: it is not this wallet's, and the person has been told */
async function open(
  { body, label, port, recipient }: Desk,
  { sealed, secret, wallet }: SentSecret,
): Promise<OpenedSecret | null> {
  const plain = await openKey(recipient, sealed)
  const checked = plain && (await checkSecret(secret, plain, wallet))
  if (checked) return checked
  const problem = element('p', 'problem', label('secret.mismatch'))
  problem.setAttribute('role', 'alert')
  body.replaceChildren(element('main', 'view', problem))
  port.tell({ event: 'mismatch' })
  return null
}

/** A kit that is on show, and grows by what its person adds. */
interface KitOnShow {
  add(message: SentSecret): Promise<void>
}

function kitOnShow(desk: Desk, { facts, canPrint }: Extract<ToDocument, { event: 'kit' }>): KitOnShow {
  const { body, label, language, port } = desk
  let made: MadeKit | null = null
  const add = async (message: SentSecret) => {
    const secret = await open(desk, message)
    if (secret === null) return
    // Its code comes with the first kit: who shows a key needs none of it.
    const { emptyKit, kitView, withSecret } = await import('./kit-view.ts')
    made = await withSecret(made ?? emptyKit(facts), secret, message.wallet)
    if (secret.type === 'key') secret.bytes.fill(0)
    document.title = label('secret.kitTitle')
    body.replaceChildren(kitView(made, label, { language, canPrint }))
    port.tell({ event: 'kit-shown', missing: made.elsewhere.map(it => it.address) })
  }
  let last = Promise.resolve()
  return {
    add(message) {
      // One after the other: each is put on the kit that the one before it made.
      last = last.then(() => add(message))
      return last
    },
  }
}

async function sayLost(body: HTMLElement): Promise<void> {
  const speaking = speak({ tags: navigator.languages, overrides: {} }, document.documentElement)
  await Promise.all([speaking, bringLaterWords()])
  body.replaceChildren(element('main', 'view', element('p', 'note', say('secret.lost'))))
}

const root = document.getElementById('root') ?? document.body
void meetFrame(window).then(met => {
  const { documentElement } = document
  if (met === null) return sayLost(root)
  const { look, language, direction } = met.start
  documentElement.lang = language
  documentElement.dir = direction
  documentElement.dataset.colorScheme = look.colorScheme
  for (const [token, color] of Object.entries(look.tokens))
    documentElement.style.setProperty(`--${token}`, color)
  return serve(root, met.start, met.port)
})
