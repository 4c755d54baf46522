import type { UndoOutcome } from '@vitrine/shared/api/account-undo.ts'
import type { Language } from './language.ts'

/** `failed`: nobody knows what came of the press. */
type Told = UndoOutcome | 'failed'

interface UndoWords {
  readonly title: string
  account(app: string): string
  readonly question: string
  readonly button: string
  readonly isYou: string
  readonly outcomeTitle: Readonly<Record<Told, string>>
  readonly outcome: Readonly<Record<Told, string>>
}

export const UNDO_WORDS: Readonly<Record<Language, UndoWords>> = {
  en: {
    title: 'This wasn’t me',
    account: app => `Your account at ${app}`,
    question:
      'This logs out every device. It undoes the change and everything after it. No device can sign for a day or more.',
    button: 'Log out all devices and undo it',
    isYou: 'Was it you? Close this page. Nothing has happened.',
    outcomeTitle: {
      done: 'Your account is safe again',
      kept: 'Your account is locked for now',
      over: 'This link has expired',
      failed: 'That didn’t work',
    },
    outcome: {
      done: 'Every device is logged out and the change is undone. Log in again and check your account. Nothing can be signed for a day or more. You can allow it sooner with another login.',
      kept: 'Every device is logged out. Nothing can be signed for a day or more. We couldn’t undo the change itself. Contact the site’s support.',
      over: 'It was already used, or is too old. Is someone else in your account? Log in at the site and log out of all devices there.',
      failed: 'We couldn’t reach the server. Open the link in the message again in a moment.',
    },
  },
  es: {
    title: 'No fui yo',
    account: app => `Tu cuenta de ${app}`,
    question:
      'Esto cierra la sesión en todos los dispositivos. Deshace el cambio y todo lo que vino después. Ningún dispositivo podrá firmar durante un día o más.',
    button: 'Cerrar todas las sesiones y deshacerlo',
    isYou: '¿Fuiste tú? Cierra esta página. No ha pasado nada.',
    outcomeTitle: {
      done: 'Tu cuenta vuelve a estar segura',
      kept: 'Tu cuenta está bloqueada por ahora',
      over: 'Este enlace ya no vale',
      failed: 'No ha funcionado',
    },
    outcome: {
      done: 'Se cerraron todas las sesiones y se deshizo el cambio. Entra otra vez y revisa tu cuenta. No se puede firmar durante un día o más. Otro acceso tuyo puede permitirlo antes.',
      kept: 'Se cerraron todas las sesiones. No se puede firmar durante un día o más. El cambio en sí no se pudo deshacer. Avisa al soporte del sitio.',
      over: 'Ya se usó o es demasiado antiguo. ¿Hay alguien en tu cuenta? Entra en el sitio y cierra allí todas las sesiones.',
      failed:
        'No se ha podido contactar con el servidor. Abre de nuevo el enlace del mensaje dentro de un momento.',
    },
  },
  ja: {
    title: '自分ではありません',
    account: app => `${app} のアカウント`,
    question:
      'すべての端末がログアウトされます。この変更とその後の変更が取り消されます。1日以上、どの端末でも署名できません。',
    button: 'すべての端末をログアウトして取り消す',
    isYou: 'ご本人の操作であれば、このページを閉じてください。何も変わっていません。',
    outcomeTitle: {
      done: 'アカウントは再び安全になりました',
      kept: 'アカウントを一時的に停止しました',
      over: 'このリンクは使えません',
      failed: '完了できませんでした',
    },
    outcome: {
      done: 'すべての端末がログアウトされ、変更が取り消されました。もう一度ログインし、アカウントを確認してください。1日以上署名できません。別のログイン方法で早く許可できます。',
      kept: 'すべての端末がログアウトされました。1日以上署名できません。変更そのものは取り消せませんでした。サイトのサポートにご連絡ください。',
      over: 'すでに使われたか、期限が切れています。他の人がアカウントに入っていますか？サイトでログインし、すべての端末からログアウトしてください。',
      failed:
        'サーバーに接続できませんでした。しばらくしてから、メッセージのリンクをもう一度開いてください。',
    },
  },
  ar: {
    title: 'لم يكن هذا أنا',
    account: app => `حسابك في \u2068${app}\u2069`,
    question: 'هذا يُخرج كل الأجهزة. ويلغي التغيير وكل ما جاء بعده. لا يمكن لأي جهاز التوقيع يومًا أو أكثر.',
    button: 'أخرج كل الأجهزة وألغِ التغيير',
    isYou: 'هل كنت أنت؟ أغلق هذه الصفحة. لم يحدث شيء.',
    outcomeTitle: {
      done: 'حسابك آمن من جديد',
      kept: 'حسابك موقوف الآن',
      over: 'هذا الرابط لم يعد صالحًا',
      failed: 'لم ينجح ذلك',
    },
    outcome: {
      done: 'خرجت كل الأجهزة وأُلغي التغيير. ادخل من جديد وراجع حسابك. لا يمكن التوقيع يومًا أو أكثر. طريقة دخول أخرى لك قد تسمح به قبل ذلك.',
      kept: 'خرجت كل الأجهزة. لا يمكن التوقيع يومًا أو أكثر. لم يمكن إلغاء التغيير نفسه. أخبر دعم الموقع.',
      over: 'استُخدم من قبل أو انتهت مدته. هل في حسابك أحد غيرك؟ ادخل إلى الموقع وأخرج كل الأجهزة.',
      failed: 'تعذّر الوصول إلى الخادم. افتح رابط الرسالة مرة أخرى بعد قليل.',
    },
  },
}
