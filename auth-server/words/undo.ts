import type { UndoOutcome } from '@vitrine/shared/api/account-undo.ts'
import type { Language } from './language.ts'

/** `failed`: nobody knows what came of the press. */
type Told = UndoOutcome | 'failed'

interface UndoWords {
  readonly title: string
  readonly question: string
  readonly button: string
  readonly isYou: string
  readonly outcomeTitle: Readonly<Record<Told, string>>
  readonly outcome: Readonly<Record<Told, string>>
}

export const UNDO_WORDS: Readonly<Record<Language, UndoWords>> = {
  en: {
    title: 'This wasn’t me',
    question:
      'This logs out every device and undoes the change, with all that came after it. No device can sign for a day or more. Then log in again and check your account.',
    button: 'Log out all devices and undo it',
    isYou: 'Was it you? Close this page. Nothing has happened.',
    outcomeTitle: {
      done: 'Your account is safe again',
      kept: 'Your account is locked for now',
      over: 'This link has expired',
      failed: 'That did not work',
    },
    outcome: {
      done: 'Every device is logged out and the change is undone. Log in again at the site. Nothing can be signed for a day or more. A second login of yours can confirm it sooner.',
      kept: 'Every device is logged out. Nothing can be signed for a day or more. The change could not be undone: the login belongs to another account now. Tell the support of the site.',
      over: 'It was used already, or is too old. Is someone else in your account? Log in at the site and log out of all devices there.',
      failed: 'The server could not be reached. Open the link in the message again in a moment.',
    },
  },
  es: {
    title: 'No fui yo',
    question:
      'Esto cierra la sesión en todos los dispositivos y deshace el cambio, con todo lo que vino después. Ningún dispositivo podrá firmar durante un día o más. Después entra otra vez y revisa tu cuenta.',
    button: 'Cerrar todas las sesiones y deshacerlo',
    isYou: '¿Fuiste tú? Cierra esta página. No ha pasado nada.',
    outcomeTitle: {
      done: 'Tu cuenta vuelve a estar segura',
      kept: 'Tu cuenta está bloqueada por ahora',
      over: 'Este enlace ya no vale',
      failed: 'No ha funcionado',
    },
    outcome: {
      done: 'Se cerró la sesión en todos los dispositivos y se deshizo el cambio. Entra otra vez en el sitio. No se puede firmar durante un día o más, salvo que lo confirmes con otro acceso tuyo.',
      kept: 'Se cerró la sesión en todos los dispositivos y no se puede firmar durante un día o más. El cambio no se pudo deshacer, porque el acceso pertenece ahora a otra cuenta. Avisa al soporte del sitio.',
      over: 'Ya se usó o es demasiado antiguo. Si hay alguien en tu cuenta, entra en el sitio y cierra la sesión en todos los dispositivos.',
      failed:
        'No se ha podido contactar con el servidor. Abre de nuevo el enlace del mensaje dentro de un momento.',
    },
  },
  ja: {
    title: '自分ではありません',
    question:
      'すべての端末がログアウトされ、この変更とその後の変更が取り消されます。1日以上、どの端末でも署名できません。その後もう一度ログインし、アカウントを確認してください。',
    button: 'すべての端末をログアウトして取り消す',
    isYou: 'ご本人の操作であれば、このページを閉じてください。何も変わっていません。',
    outcomeTitle: {
      done: 'アカウントは再び安全になりました',
      kept: 'アカウントを一時的に停止しました',
      over: 'このリンクは使えません',
      failed: '完了できませんでした',
    },
    outcome: {
      done: 'すべての端末がログアウトされ、変更が取り消されました。サイトでもう一度ログインしてください。別のログイン方法で確認しない限り、1日以上署名はできません。',
      kept: 'すべての端末がログアウトされ、1日以上署名はできません。このログイン方法は現在別のアカウントのものであるため、変更は取り消せませんでした。サイトのサポートにご連絡ください。',
      over: 'すでに使われたか、期限が切れています。他の人がアカウントに入っている場合は、サイトでログインし、すべての端末からログアウトしてください。',
      failed:
        'サーバーに接続できませんでした。しばらくしてから、メッセージのリンクをもう一度開いてください。',
    },
  },
  ar: {
    title: 'لم يكن هذا أنا',
    question:
      'هذا يُخرج كل الأجهزة ويلغي التغيير وكل ما جاء بعده. لا يمكن لأي جهاز التوقيع يومًا أو أكثر. ثم ادخل من جديد وراجع حسابك.',
    button: 'أخرج كل الأجهزة وألغِ التغيير',
    isYou: 'هل كنت أنت؟ أغلق هذه الصفحة. لم يحدث شيء.',
    outcomeTitle: {
      done: 'حسابك آمن من جديد',
      kept: 'حسابك موقوف الآن',
      over: 'هذا الرابط لم يعد صالحًا',
      failed: 'لم ينجح ذلك',
    },
    outcome: {
      done: 'خرجت كل الأجهزة وأُلغي التغيير. ادخل إلى الموقع من جديد. لا يمكن التوقيع يومًا أو أكثر إلا إذا أكّدت بطريقة دخول أخرى لك.',
      kept: 'خرجت كل الأجهزة ولا يمكن التوقيع يومًا أو أكثر. لم يمكن إلغاء التغيير لأن طريقة الدخول تخص حسابًا آخر الآن. أخبر دعم الموقع.',
      over: 'استُخدم من قبل أو انتهت مدته. إن كان أحد غيرك في حسابك فادخل إلى الموقع وأخرج كل الأجهزة.',
      failed: 'تعذّر الوصول إلى الخادم. افتح رابط الرسالة مرة أخرى بعد قليل.',
    },
  },
}
