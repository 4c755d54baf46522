import type { LoginMethodView } from '../../login-method/login-method.ts'
import { walletView } from '../../wallet-login/wallet-view.tsx'

/** Login with a wallet of the person's own on Ethereum. */
export const siweLogin: LoginMethodView = walletView
