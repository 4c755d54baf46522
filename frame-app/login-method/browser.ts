/**
 * Marks of browsers within other apps, as those apps write them into the user agent. No standard names one; providers go by
 * the same (Google: "disallowed_useragent").
 */
const IN_APP =
  /; wv\)|\b(FBAN|FBAV|FB_IAB|Instagram|Line|MicroMessenger|Twitter|TikTok|musical_ly|BytedanceWebview|Snapchat|Pinterest|LinkedInApp|Telegram-Android)\b/
/** WebKit in an app of an iPhone or iPad: each browser there adds its own name, or "Safari". */
const BARE_WEBKIT = /\((iPhone|iPad|iPod)(?!.*(Safari|CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo)\/)/
const PHONE = /^(?=.*Android)(?=.*Mobile)|iPhone|iPod/

/** What kind of browser this is, by what it says of itself. @param agent `navigator.userAgent` */
export const readBrowser = (agent: string = navigator.userAgent) => ({
  isPhone: PHONE.test(agent),
  isInApp: IN_APP.test(agent) || BARE_WEBKIT.test(agent),
  isAndroid: /Android/.test(agent),
})
