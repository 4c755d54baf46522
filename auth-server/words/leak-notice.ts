import type { Language } from './language.ts'

/** What a person is told whose wallets' keys somebody may have. `app`: one line. */
interface LeakWords {
  subject(app: string): string
  lead(app: string): string
  what(app: string): string
  /** A mail that asks people to move money is what thieves write too. */
  care(app: string): string
}

export const LEAK_NOTICES: Readonly<Record<Language, LeakWords>> = {
  en: {
    subject: app => `Move everything out of your wallets at ${app}`,
    lead: app =>
      `Someone may have the keys of your wallets at ${app}. Anyone who has them can take everything in those wallets.`,
    what: app =>
      `Create a wallet in another app, with a new key, and send everything there as soon as you can. A new wallet at ${app} doesn’t help. Using the same key elsewhere doesn’t help either.`,
    care: app =>
      `Open ${app} as you always do. Never share your key or your recovery words. Don’t send anything to an address that someone gives you.`,
  },
  es: {
    subject: app => `Mueve lo que hay en tus monederos de ${app}`,
    lead: app =>
      `Es posible que alguien tenga las claves de tus monederos de ${app}. Quien las tenga puede llevarse todo lo que hay en ellos.`,
    what: app =>
      `Crea un monedero en otra aplicación, con una clave nueva, y envía allí todo cuanto antes. Un monedero nuevo en ${app} no sirve, y llevar la misma clave a otro sitio tampoco.`,
    care: app =>
      `Abre ${app} como lo haces siempre. No digas a nadie tu clave ni tus palabras, y no envíes nada a una dirección que te dé otra persona.`,
  },
  ja: {
    subject: app => `${app} のウォレットの中身を移してください`,
    lead: app =>
      `${app} のウォレットの鍵を、ほかの人が持っているおそれがあります。鍵を持つ人は、ウォレットの中身をすべて持ち出せます。`,
    what: app =>
      `別のアプリで新しい鍵のウォレットを作り、できるだけ早くすべてをそこへ送ってください。${app} で新しいウォレットを作っても、同じ鍵を別の場所で使っても、安全にはなりません。`,
    care: app =>
      `${app} はいつもの方法で開いてください。鍵や単語は誰にも教えないでください。ほかの人から伝えられたアドレスには何も送らないでください。`,
  },
  ar: {
    subject: app => `انقل ما في محافظك في ${app}`,
    lead: app =>
      `ربما لدى شخص آخر مفاتيح محافظك في ${app}. من لديه المفاتيح يستطيع أخذ كل ما في تلك المحافظ.`,
    what: app =>
      `أنشئ محفظة في تطبيق آخر بمفتاح جديد، وأرسل إليها كل شيء في أقرب وقت. إنشاء محفظة جديدة في ${app} لا يفيد، ولا يفيد نقل المفتاح نفسه إلى مكان آخر.`,
    care: app =>
      `افتح ${app} كما تفعل دائمًا. لا تخبر أحدًا بمفتاحك أو كلماتك، ولا ترسل شيئًا إلى عنوان أعطاك إياه أحد.`,
  },
}
