import { SignatureScreen } from '../../approval/ui/signature-screen.tsx'
import { type AuthorizationRequest, startAuthorization } from './flow.ts'

/** Shows to whose code the account would be handed over; signs when the person approves. */
export const SignAuthorizationScreen = ({ request }: { request: AuthorizationRequest }) => (
  <SignatureScreen request={request} start={kernel => startAuthorization(kernel, request)} />
)
