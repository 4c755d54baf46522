import { SignatureScreen } from '../../approval/ui/signature-screen.tsx'
import { type SignRequest, startSignMessage } from './flow.ts'

/** Shows who wants which message signed by which wallet; signs when the person approves. */
export const SignMessageScreen = ({ request }: { request: SignRequest }) => (
  <SignatureScreen request={request} start={kernel => startSignMessage(kernel, request)} />
)
