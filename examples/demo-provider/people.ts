/** Who has an account at the demo provider. Nobody has a password. */
export interface DemoPerson {
  readonly sub: string
  readonly name: string
  readonly email: string
}

export const PEOPLE: readonly DemoPerson[] = [
  { sub: 'demo-ada', name: 'Ada Lovelace', email: 'ada@demo.example' },
  { sub: 'demo-grace', name: 'Grace Hopper', email: 'grace@demo.example' },
  { sub: 'demo-katherine', name: 'Katherine Johnson', email: 'katherine@demo.example' },
]

/** Claims of an ID token (OpenID Connect Core §5.1). */
export const claimsOf = ({ sub, name, email }: DemoPerson) => ({ sub, name, email, email_verified: true })
