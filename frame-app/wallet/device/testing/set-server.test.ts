import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { setContract } from '@vitrine/shared/wallet/testing/set-contract.ts'
import { OWNER } from '../../../vault/testing/set-fixtures.ts'
import { createSetServer } from './set-server.ts'

setContract(async () => {
  const { post } = createSetServer()
  return {
    owner: OWNER,
    post: (path, body) =>
      post(path, body).then(
        answer => ({ status: 200, body: answer }),
        (error: VitrineError) => {
          if (!(error instanceof VitrineError)) throw error
          return { status: error.status ?? 0, body: { code: error.code } }
        },
      ),
  }
})
