import { expect, test } from 'vitest'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** One person's calls of a server, in the order in which a first visit makes them. */
export interface UserParty {
  /** POST /passwordless/init */
  askForCode(): Promise<Answer>
  /** POST /passwordless/authenticate with the code that came */
  authenticate(): Promise<Answer>
  /** GET /users/me */
  me(): Promise<Answer>
  /** POST /sessions/login_code/create */
  createLoginCode(): Promise<Answer>
  /** POST /wallets, an Ethereum wallet with the key at the server */
  createWallet(): Promise<Answer>
  /** POST /wallets/:wallet_id/rpc, `personal_sign` */
  signMessage(walletId: string): Promise<Answer>
  /** POST /sessions/logout */
  logOut(): Promise<Answer>
}

const ADDRESS = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)
const PUBLIC_KEY = expect.stringMatching(/^0x0[23][0-9a-f]{64}$/)
const NUMBER = expect.any(Number)
const TEXT = expect.any(String)
const verification = { verified_at: NUMBER, first_verified_at: NUMBER, latest_verified_at: NUMBER }
const email = { type: 'email', address: TEXT, ...verification }
const wallet = {
  type: 'wallet',
  id: TEXT,
  address: ADDRESS,
  chain_type: 'ethereum',
  chain_id: 'eip155:1',
  connector_type: 'embedded',
  wallet_client: 'vitrine',
  wallet_client_type: 'vitrine',
  wallet_index: 0,
  recovery_method: 'privy-v2',
  imported: false,
  delegated: false,
  public_key: PUBLIC_KEY,
  ...verification,
}
const user = (...accounts: object[]) => ({
  id: TEXT,
  created_at: NUMBER,
  has_accepted_terms: false,
  is_guest: false,
  linked_accounts: [email, ...accounts],
  mfa_methods: [],
})

/**
 * Answers of a first visit, field by field: the server gives them, and so does whatever stands in for it in the frame's
 * tests.
 */
export function userContract(start: () => Promise<UserParty>): void {
  test('a first visit: code, login, profile, login code, wallet, signature, logout', async () => {
    const party = await start()
    const answered = (body: object) => ({ status: 200, body })
    expect(await party.askForCode()).toEqual(answered({ success: true }))
    expect(await party.authenticate()).toEqual(
      answered({
        user: user(),
        token: TEXT,
        refresh_token: TEXT,
        identity_token: TEXT,
        is_new_user: true,
        session_update_action: 'set',
      }),
    )
    expect(await party.me()).toEqual(answered({ user: user(), identity_token: TEXT }))
    expect(await party.createLoginCode()).toEqual(answered({ code: TEXT, expires_at: NUMBER }))
    const created = await party.createWallet()
    expect(created).toEqual(
      answered({
        id: TEXT,
        address: ADDRESS,
        chain_type: 'ethereum',
        wallet_index: 0,
        public_key: PUBLIC_KEY,
        owner_id: TEXT,
        additional_signers: [],
        policy_ids: [],
        created_at: NUMBER,
        exported_at: null,
        imported_at: null,
      }),
    )
    expect(await party.me()).toEqual(answered({ user: user(wallet), identity_token: TEXT }))
    const { id } = created.body as { readonly id: string }
    expect(await party.signMessage(id)).toEqual(
      answered({
        method: 'personal_sign',
        data: { signature: expect.stringMatching(/^0x[0-9a-f]{130}$/), encoding: 'hex' },
      }),
    )
    expect(await party.logOut()).toEqual(answered({}))
  })
}
