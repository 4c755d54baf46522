import { parseUrl } from '@vitrine/shared/parse-url.ts'
import type { SendUiOptions, SignUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import type { ScreenRequest } from '../../requests/registry.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { shortAddress } from '../../ui/short-address.ts'
import { say } from '../../words/say.ts'
import { bySeverity } from '../explain/danger.ts'
import { type Explanation, NO_EXPLANATION } from '../explain/explanation.ts'
import { tell } from '../explain/tell.ts'
import type { ApprovalState } from '../flow/approval-flow.ts'
import { isSignIn } from '../message/surface.ts'
import { singleLine } from '../readable-text.ts'
import { isOwnImage } from '../site-image.ts'
import type { ApprovalView, Cost } from './approval-view.ts'

/** What every review has, whatever is approved. */
export interface ReviewBase {
  readonly explanation: Explanation
  /** `null`: nothing is paid for a signature. */
  readonly cost: Cost | null
  /** The chain's name, as it is shown; `null`: of none. */
  readonly networkName: string | null
  /** What is given to keys of the app's. */
  readonly offers?: ApprovalView['offers']
  /** The text or data that is signed, where that is a message. */
  readonly message?: NonNullable<ApprovalView['message']>
  /** Nothing of it changes with time, so it can be performed again after a failure without being read anew. */
  readonly isFixed?: boolean
}

/** A person is to let keys of the app's use a wallet. */
export type ConsentRequest = Extract<ScreenRequest, { kind: 'delegate-wallet'; wallet: object }>

export type ApprovalRequest = ConsentRequest | SigningRequest
export type SigningRequest = Extract<
  ScreenRequest,
  {
    kind:
      | 'sign-message'
      | 'sign-typed-data'
      | 'sign-transaction'
      | 'send-transaction'
      | 'send-calls'
      | 'sign-authorization'
      | 'solana-transaction'
  }
>

/** All that the approval shows in its present state. */
export function buildView<Review extends ReviewBase>(
  { app, hostOrigin }: Pick<Kernel, 'app' | 'hostOrigin'>,
  request: ApprovalRequest,
  state: Exclude<ApprovalState<Review, unknown>, { status: 'done' }>,
): ApprovalView {
  const { kind, wallet, uiOptions } = request
  const review = 'review' in state ? state.review : null
  const explanation =
    review?.explanation ?? (state.status === 'unprepared' ? state.explanation : null) ?? NO_EXPLANATION
  const isMessage = kind === 'sign-message'
  const dangers = bySeverity(explanation.dangers)
  const grave = dangers.find(({ headline }) => headline !== null)?.headline ?? null
  return {
    // Ours alone: a site that could name what it wants signed would call it "Verify your account".
    title: grave ?? (explanation.headline || say('approval.windowTitle')),
    asks: say(isMessage ? 'sign.asks' : 'approval.asks'),
    site:
      'isOwn' in request && request.isOwn
        ? null
        : { origin: hostOrigin, name: app.name, icon: app.icon_url, ...siteSays(uiOptions, hostOrigin) },
    wallet: wallet.address,
    network: review?.networkName ?? null,
    explanation: { ...explanation, dangers },
    offers: review?.offers ?? [],
    message: review?.message ?? null,
    fee: review?.cost?.fee ?? null,
    shortage: review?.cost?.shortage ?? null,
    act: grave === null ? actOf(explanation, request, hostOrigin) : asStatement(grave),
  }
}

/** On a button, which answers it, a question is what it asks for. */
const asStatement = (headline: string) => headline.replace(/[?؟？¿]/gu, '').trim()

/** A press is told what it does by the button itself: it can be all that a page lets a person see. */
function actOf({ headline, permissions }: Explanation, request: ApprovalRequest, hostOrigin: string): string {
  if (isSignIn(request, hostOrigin)) return say('approval.act.signIn', { host: new URL(hostOrigin).host })
  const permission = permissions.find(it => it.isUnlimited) ?? (permissions[1] ? undefined : permissions[0])
  return permission
    ? tell('approval.act.allow', { who: shortAddress(permission.who), what: permission.what })
    : request.kind === 'delegate-wallet'
      ? asStatement(headline)
      : headline
}

type Site = NonNullable<ApprovalView['site']>

/** All that the site puts on the screen: words, a picture and a link, in a place that is marked as the site's. */
export function siteSays(
  options: SignUiOptions | SendUiOptions,
  hostOrigin: string,
): Omit<Site, 'origin' | 'name' | 'icon'> {
  const contract = 'transactionInfo' in options ? options.transactionInfo?.contractInfo : undefined
  const src = contract?.imgUrl ?? ('iconUrl' in options ? options.iconUrl : undefined)
  const alt = singleLine(contract?.imgAltText ?? '')
  const url = contract?.url
  return {
    says: siteWords(options),
    picture:
      src !== undefined && isOwnImage(src, hostOrigin) ? { src, alt, size: contract?.imgSize ?? 'sm' } : null,
    link: url !== undefined && parseUrl(url) ? url : null,
  }
}

/** The site's own words about a request, each one line of plain text with the field that it is. They stand marked as the site's. */
function siteWords(options: SignUiOptions | SendUiOptions): Site['says'] {
  const info = 'transactionInfo' in options ? options.transactionInfo : undefined
  const title = 'title' in options ? options.title : undefined
  const fields = [
    ['approval.site.title', title ?? info?.title],
    ['approval.site.action', info?.action],
    ['approval.site.contract', info?.contractInfo?.name],
    ['approval.site.description', options.description],
    // Beside the other words of the site, and never on the button: there it would say what a press does.
    ['approval.site.button', options.buttonText],
  ] as const
  return fields.flatMap(([key, given]) => {
    const words = singleLine(given ?? '')
    return words === '' ? [] : [{ label: say(key), words }]
  })
}
