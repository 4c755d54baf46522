import { RECOVERY_TARGET } from '@vitrine/shared/api/step-up.ts'
import {
  addImportedRequest,
  addSharingRequest,
  addWalletRequest,
  changeRecoveryRequest,
  exportFromDeviceRequest,
  keyMaterialRequest,
  registerSetRequest,
  releaseKeysRequest,
  releaseRecoveryRequest,
  releaseShareRequest,
} from '@vitrine/shared/wallet/embedded.ts'
import type { Context } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { signed } from '../http/signed-request.ts'
import { requireProvenFactor, requireProver } from '../mfa/claim/own-factors.ts'
import { findReached, requireUnheldOwner } from '../users/adopted.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'
import { WALLET_CALL } from '../wallet/call/guards.ts'
import { addSharing, addWallet, changeRecovery } from './change.ts'
import { exportFromDevice, exportTarget } from './exported.ts'
import { addImported, importTarget } from './imported.ts'
import { registerSet } from './register-set.ts'
import { keyMaterial, releaseRecovery, releaseShare } from './release.ts'
import { findSet, notFound } from './sets.ts'

/** Stores or gives a ciphertext of a share. A page asks for its share once in five minutes. */
const SET_CALL = {
  origin: 'own',
  limit: { scope: 'embedded-network', perLogin: 20 },
  session: true,
  proof: 'spent',
  terms: true,
  unheld: true,
  userLimit: { scope: 'embedded-user', calls: 300 },
} as const

/**
 * `/api/v1/embedded_wallets`: wallets whose keys are made and used on the person's devices (docs/architecture.md, Wallets). What opens
 * the ciphertexts comes from the signer, which asks for more: the device's signature. Each call is idempotent by what it
 * changes, and no answer is kept.
 */
export const embeddedWalletRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /keys',
    { ...WALLET_CALL, body: signed(releaseKeysRequest) },
    async ({ c, session, body: { request, payload, signature } }) => {
      const { appId } = session
      const userId = request.owner_id ?? session.userId
      const owner = await findReached(ctx.db, session, userId)
      if (!owner) throw notFound()
      requireUnheldOwner(ctx.now(), owner)
      const { adopter } = owner
      const prover = await requireProver(ctx, session)
      const authorization = { payload, signature }
      const asked = { appId, userId, adopter, ...prover, authorization }
      return c.json(await askSigner(ctx.signer.releaseShareKeys(asked)))
    },
  ),

  route(
    'POST /',
    {
      ...SET_CALL,
      body: registerSetRequest,
      stepUp: {
        purpose: 'import',
        // The first wallet of a person takes no proof; a key that is brought does.
        when: async ({ imported = [] }, { session }) =>
          imported.length > 0 && (await findSet(ctx.db, session)) === undefined,
        target: ({ imported = [] }) => (imported[0] ? importTarget(imported[0]) : ''),
      },
    },
    async ({ c, app, session, body, stepUp }) => {
      if (body.imported?.length) await requireProvenFactor(ctx, session)
      return c.json({ set: await registerSet(ctx, app, session, body, stepUp) })
    },
  ),

  route(
    'POST /imported',
    {
      ...SET_CALL,
      body: addImportedRequest,
      stepUp: { purpose: 'import', target: ({ wallet }) => importTarget(wallet) },
    },
    async ({ c, app, session, body, stepUp }) => {
      await requireProvenFactor(ctx, session)
      return c.json({ set: await addImported(ctx, app, session, body, stepUp) })
    },
  ),

  route(
    'POST /:address/export',
    {
      ...SET_CALL,
      body: exportFromDeviceRequest,
      stepUp: {
        purpose: 'export',
        target: (_body, { session, param }) => exportTarget(ctx, session, param('address')),
      },
    },
    async ({ c, app, session, body: { secret }, stepUp }) => {
      await requireProvenFactor(ctx, session)
      await exportFromDevice(ctx, app, session, { address: c.req.param('address'), secret }, stepUp)
      return c.json({})
    },
  ),

  route('POST /wallets', { ...SET_CALL, body: addWalletRequest }, async ({ c, app, session, body }) =>
    c.json({ set: await addWallet(ctx, session, app.config.embedded_wallet_config, body) }),
  ),

  route('POST /sharings', { ...SET_CALL, body: addSharingRequest }, async ({ c, session, body }) =>
    c.json({ set: await addSharing(ctx, session, body) }),
  ),

  route('POST /shares', { ...SET_CALL, body: releaseShareRequest }, async ({ c, session, body }) =>
    c.json(await releaseShare(ctx, session, body.set_id, body.sharing_id)),
  ),

  route(
    'POST /:address/recovery/key_material',
    { ...SET_CALL, body: keyMaterialRequest },
    async ({ c, session }) => c.json(await keyMaterial(ctx, session, c.req.param('address'))),
  ),

  route(
    'POST /:address/recovery/shares',
    { ...SET_CALL, body: releaseRecoveryRequest },
    async ({ c, session, body }) =>
      c.json(await releaseRecovery(ctx, session, c.req.param('address'), body.verifier)),
  ),

  route(
    'POST /:address/recovery',
    {
      ...SET_CALL,
      body: changeRecoveryRequest,
      stepUp: { purpose: 'recovery', target: () => RECOVERY_TARGET },
    },
    async ({ c, app, session, body, stepUp }) => {
      await requireProvenFactor(ctx, session)
      return c.json({ set: await changeRecovery(ctx, app, session, body, stepUp) })
    },
  ),
]
