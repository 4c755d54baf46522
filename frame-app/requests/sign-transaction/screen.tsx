import { SignatureScreen } from '../../approval/ui/signature-screen.tsx'
import { type SignTransactionRequest, startSignTransaction } from './flow.ts'

/** Shows what a transaction would do; signs it when the person approves, and does not send it. */
export const SignTransactionScreen = ({ request }: { request: SignTransactionRequest }) => (
  <SignatureScreen request={request} start={kernel => startSignTransaction(kernel, request)} />
)
