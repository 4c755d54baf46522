import { say } from '../../words/say.ts'
import type { Explanation } from '../explain/explanation.ts'
import type { ReviewBase } from '../view/build-view.ts'
import { type MessageContent, readMessage, toHex } from './message-content.ts'
import { type MessageContext, messageDangers } from './message-dangers.ts'

/** What a person should know of a message before they sign it. Pure. */
export function explainMessage(content: MessageContent, context: MessageContext): Explanation {
  return {
    headline: say('sign.title'),
    outgoing: [],
    incoming: [],
    permissions: [],
    dangers: messageDangers(content, context),
    notes: [],
    details: [],
    raw: [],
  }
}

/** A message has nothing that would have to be read from a chain: its review is there at once. Pure. */
export function reviewMessage(
  { message, encoding }: { readonly message: string; readonly encoding: 'utf-8' | 'hex' },
  context: MessageContext,
): ReviewBase {
  const content = readMessage(message, encoding)
  const { bytes, text, isData } = content
  return {
    explanation: explainMessage(content, context),
    message: { text, hex: toHex(bytes), isData },
    cost: null,
    networkName: null,
    isFixed: true,
  }
}
