import pkcs11js from 'pkcs11js'

/** Makes an AES key in a token, as an operator does with the tool of its maker: sensitive, and of a use that is stated. */
export async function makeAesKey(of: {
  readonly module: string
  readonly token: string
  readonly pin: string
  readonly label: string
}): Promise<void> {
  const token = new pkcs11js.PKCS11()
  token.load(of.module)
  token.C_Initialize()
  try {
    const slot = token.C_GetSlotList(true).find(it => token.C_GetTokenInfo(it).label.trim() === of.token)
    if (!slot) throw new Error('There is no such token')
    const session = token.C_OpenSession(slot, pkcs11js.CKF_RW_SESSION | pkcs11js.CKF_SERIAL_SESSION)
    token.C_Login(session, pkcs11js.CKU_USER, of.pin)
    token.C_GenerateKey(session, { mechanism: pkcs11js.CKM_AES_KEY_GEN }, [
      { type: pkcs11js.CKA_LABEL, value: of.label },
      { type: pkcs11js.CKA_VALUE_LEN, value: 32 },
      { type: pkcs11js.CKA_TOKEN, value: true },
      { type: pkcs11js.CKA_PRIVATE, value: true },
      { type: pkcs11js.CKA_SENSITIVE, value: true },
      { type: pkcs11js.CKA_EXTRACTABLE, value: false },
      { type: pkcs11js.CKA_ENCRYPT, value: true },
      { type: pkcs11js.CKA_DECRYPT, value: true },
    ])
  } finally {
    token.C_Finalize()
    token.close()
  }
}
