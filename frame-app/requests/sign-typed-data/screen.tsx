import { SignatureScreen } from '../../approval/ui/signature-screen.tsx'
import { startTypedDataApproval, type TypedDataRequest } from './flow.ts'

/** Shows what a signature over typed data lets happen; signs when the person approves. */
export const SignTypedDataScreen = ({ request }: { request: TypedDataRequest }) => (
  <SignatureScreen request={request} start={kernel => startTypedDataApproval(kernel, request)} />
)
