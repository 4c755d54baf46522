import { type ApprovalFlow, startApproval } from '../../approval/flow/approval-flow.ts'
import { mayAskAgain } from '../../approval/flow/may-ask-again.ts'
import { readMessage, toHex } from '../../approval/message/message-content.ts'
import { messageDangers } from '../../approval/message/message-dangers.ts'
import { SignatureScreen } from '../../approval/ui/signature-screen.tsx'
import type { ReviewBase } from '../../approval/view/build-view.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { say } from '../../words/say.ts'
import type { ScreenRequest, ScreenResult } from '../registry.ts'

export type SignRequest = Extract<ScreenRequest, { kind: 'sign-message' }>

/** Shows who wants which message signed by which wallet; signs when the person approves. */
export const SignMessageScreen = ({ request }: { request: SignRequest }) => (
  <SignatureScreen request={request} start={kernel => startSignMessage(kernel, request)} />
)

/** `personal_sign` (EIP-191), or a message of a Solana wallet. Each signature takes an approval of its own. */
export const startSignMessage = (
  {
    operations,
    hostOrigin,
  }: Pick<Kernel, 'hostOrigin'> & { readonly operations: Pick<Kernel['operations'], 'signMessage'> },
  request: SignRequest,
): ApprovalFlow<ReviewBase, ScreenResult<'sign-message'>> =>
  startApproval({
    ready: review(request, hostOrigin),
    mayAskAgain: mayAskAgain(request),
    perform: (_review, _progress, signal) => operations.signMessage(request, signal),
  })

/** What a person should know of the message. Nothing of it has to be read from a chain, so it is there at once. */
function review({ message, encoding, wallet: { address } }: SignRequest, hostOrigin: string): ReviewBase {
  const content = readMessage(message, encoding)
  const { bytes, text, isData } = content
  return {
    explanation: {
      headline: say('sign.title'),
      outgoing: [],
      incoming: [],
      permissions: [],
      dangers: messageDangers(content, { hostOrigin, address }),
      notes: [],
      details: [],
      raw: [],
    },
    message: { text, hex: toHex(bytes), isData },
    cost: null,
    networkName: null,
    isFixed: true,
  }
}
