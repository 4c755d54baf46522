import type { Failures } from './failure-codes.ts'
import type { Words } from './language.ts'

export const ja: Words = {
  'action.approve': '承認',
  'action.approveFor': '承認: {purpose}',
  'action.back': '戻る',
  'action.close': '閉じる',
  'action.continue': '続ける',
  'action.copied': 'コピーしました',
  'action.done': '完了',
  'action.reject': '拒否',
  'action.tryAgain': 'もう一度試す',

  'shell.walletOrigin': '{host} により保護',
  'shell.loading': '読み込み中…',

  'login.title': 'ログインまたは新規登録',
  'login.more': 'その他の方法',
  'login.lastUsed': '前回使用',
  'login.intro': '{app} に進む',
  'login.agreeBoth': '続けると、{terms}と{privacy}に同意したことになります。',
  'login.agreeTerms': '続けると、{terms}に同意したことになります。',
  'login.agreePrivacy': '続けると、{privacy}に同意したことになります。',
  'login.terms': '利用規約',
  'login.privacy': 'プライバシーポリシー',
  'login.opensInNewTab': '(新しいタブで開きます)',
  'login.success': 'ログインしました',
  'login.successNew': 'アカウントの準備ができました',

  'terms.title': 'あと一歩です',
  'terms.acceptBoth': '先に進むには、{terms}と{privacy}に同意してください。',
  'terms.acceptTerms': '先に進むには、{terms}に同意してください。',
  'terms.acceptPrivacy': '先に進むには、{privacy}に同意してください。',
  'terms.acceptPlain': '先に進むには、{app} の規約に同意してください。',
  'terms.accept': '同意して続ける',
  'terms.decline': '同意せずにログアウト',

  'allowlist.title': 'まだご利用いただけません',
  'allowlist.sentence':
    '{app} は、リストに登録された方だけが利用できます。別の方法でログインするか、利用を申請してください。',
  'allowlist.more': '詳しく見る',
  'allowlist.another': '別の方法を試す',
  'limit.title': '現在、新しいアカウントは作れません',
  'limit.sentence':
    'このアプリは開発モードです。新しいユーザーがログインするには、本番環境へのアップグレードが必要です。',

  'email.row': 'メールアドレスで続行',
  'email.label': 'メールアドレス',
  'email.placeholder': 'you@example.com',
  'email.invalid': 'name@example.com のような、完全なメールアドレスを入力してください。',
  'email.sending': 'コードを送信中…',
  'email.linkTitle': 'メールアドレスを追加',
  'email.updateTitle': 'メールアドレスを変更',
  'email.linkSentence': 'ご本人のものか確認するため、コードを送信します。',
  'email.useAnother': '別のアドレスを使う',

  'code.title': 'メールを確認してください',
  'code.sentence': '{address} に送信した6桁のコードを入力してください。',
  'code.from': '{domain} のアドレスから届きます。',
  'code.label': '確認コード',
  'code.resend': 'コードを再送信',
  'code.resendIn': 'あと {seconds} 秒',
  'code.resending': '新しいコードを送信中…',
  'code.checking': 'コードを確認中…',

  'guest.row': 'ゲストとして続ける',
  'guest.title': 'ゲストとして続行しています',
  'guest.sentence': 'ログイン方法を追加するまで、アカウントはこのブラウザーに残ります。',
  'passkey.row': 'パスキーで続ける',
  'passkey.title': 'パスキーを使う',
  'passkey.sentence': '指紋、顔、または画面ロックが鍵になります。コードもパスワードも不要です。',
  'passkey.logIn': 'パスキーでログイン',
  'passkey.signUp': 'パスキーを作成',
  'passkey.linkTitle': 'パスキーを追加',
  'passkey.linkSentence': '次回から、指紋、顔、または画面ロックでログインできます。',
  'passkey.waiting': 'ブラウザに表示される手順に従ってください。',
  'passkey.goOnInWindow': '開いたウィンドウで続けてください。',
  'passkey.checking': 'パスキーを確認中…',
  'passkey.useWindow': '別のウィンドウを使う',
  'passkey.cancelled': 'パスキーの要求が取り消されたか、時間切れになりました。もう一度お試しください。',
  'passkey.alreadyThere':
    'この端末には、このアカウントのパスキーがすでにあります。それでログインしてください。',
  'passkey.refusedHere':
    'このサイトの中では、ブラウザがパスキーを許可していません。別のウィンドウを使ってください。',
  'passkey.refused': 'このパスキーを確認できませんでした。もう一度お試しください。',
  'passkey.unknown':
    'このパスキーのアカウントはここにはありません。別のパスキーを使うか、新規登録してください。',
  'passkey.unsupported':
    'このブラウザまたは端末ではパスキーを使えません。画面ロックを設定するか、別の方法でログインしてください。',
  'passkey.failed': 'ブラウザがパスキーを使えませんでした。もう一度試すか、別の方法でログインしてください。',
  'passkey.windowBlocked':
    'ブラウザがウィンドウをブロックしました。このサイトのポップアップを許可してもう一度試すか、別の方法でログインしてください。',
  'passkey.windowClosed': 'パスキーを使う前にウィンドウが閉じられました。もう一度お試しください。',
  'passkey.windowSentence': '{site} に進む',
  'passkey.windowLost':
    'このウィンドウを開いたページが見つかりません。閉じて、元のページでもう一度ログインするか、別の方法を使ってください。',

  'sms.row': '電話番号で続ける',
  'sms.title': '電話番号を教えてください',
  'sms.sentence': 'コードを送信します。',
  'sms.linkTitle': '電話番号を追加',
  'sms.updateTitle': '電話番号を変更',
  'sms.linkSentence': 'ご本人のものか確認するため、コードを送信します。',
  'sms.label': '電話番号',
  'sms.sending': 'コードを送信中…',
  'sms.invalid': '{country}の電話番号を {example} のように入力してください。',
  'sms.channel': 'コードの受け取り方',
  'sms.channelSms': 'SMS',
  'sms.channelWhatsapp': 'WhatsApp',
  'sms.codeTitle': '電話を確認してください',
  'sms.codeSentence': '末尾が {digits} の番号に送信した6桁のコードを入力してください。',
  'sms.codeSentenceWhatsapp': '末尾が {digits} の番号に WhatsApp で送信した6桁のコードを入力してください。',
  'sms.useAnother': '別の番号を使う',

  'country.label': '国',
  'country.search': '国を検索',
  'country.none': '該当する国がありません。',

  'link.success': 'アカウントに追加しました',
  'link.updated': 'アカウントを更新しました',

  'captcha.checking': '人による操作か確認中…',
  'captcha.asking': '人による操作であることを確認してください',
  'captcha.failed': '人による操作の確認に失敗しました。もう一度お試しください。',
  'captcha.timeout': '人による操作の確認に時間がかかりすぎました。もう一度お試しください。',
  'captcha.disabled': 'このサイトの確認方法が変わりました。ページを再読み込みして、もう一度お試しください。',

  'wallet.create.title': 'ウォレットを作成中',
  'wallet.create.sentence': '少し時間がかかります。このウィンドウを閉じないでください。',
  'wallet.create.failedTitle': 'ウォレットの準備がまだできていません',
  'wallet.create.failedSentence':
    'ログインは完了しています。足りないのはウォレットだけで、今でも後でも作成できます。',
  'wallet.create.later': 'ウォレットなしで続ける',

  'sign.title': 'メッセージに署名',
  'sign.asks': 'が署名を求めています',
  'sign.siteSays': 'サイトからのメモ',
  'sign.wallet': 'ウォレット',
  'sign.message': 'メッセージ',
  'sign.data': 'データ',
  'sign.empty': 'メッセージは空です。',
  'sign.showRaw': '生データを表示',
  'sign.hideRaw': '生データを隠す',
  'sign.size': '{characters} 文字。スクロールしてすべてお読みください。',
  'sign.signing': '署名中…',
  'sign.success': '署名しました',
  'sign.covered': '何かがこのウィンドウを覆っています。取り除くと承認できます。',
  'sign.needsWindow':
    'このブラウザでは、ウィンドウが覆われていないことを確認できないため、ここでは承認できません。',
  'sign.hiddenCharacter': '隠し文字 {codePoint}',

  'danger.label': '警告',
  'danger.otherDomain':
    'このメッセージは {domain} へのログインですが、要求しているのは {host} です。署名すると、{host} がそこのあなたのアカウントに入れるおそれがあります。拒否してください。',
  'danger.otherUri':
    'このログインメッセージは {host} ではなく {uri} を指しています。理由が分からなければ拒否してください。',
  'danger.otherAddress': 'このログインメッセージは別のウォレットを示しています: {address}。',
  'danger.malformedLogin':
    'ログインメッセージのようですが標準の形式ではないため、どのサイトのものか確認できません。',
  'danger.unreadable': 'このデータはテキストとして読めません。内容が分かる場合だけ承認してください。',
  'danger.hash':
    'これは32バイトのデータで、まったく別のものを表しているかもしれません。内容が分かる場合だけ承認してください。',
  'danger.hidden': 'このメッセージには隠し文字があります。読み方が変わることがあるため、印を付けています。',

  'account.title': 'アカウント',
  'account.logins': 'ログイン方法',
  'account.guest': 'ゲストとして利用中です。アカウントを残すには、ログイン方法を追加してください。',
  'account.passkey': 'パスキー',
  'account.siteAccount': 'このサイトのアカウント',
  'account.change': '{account} を変更',
  'account.remove': '{account} を削除',
  'account.removeTitle': 'このログイン方法を削除しますか?',
  'account.removeSentence': '今後 {account} ではログインできなくなります。',
  'account.removeConfirm': '削除',
  'account.removeKeep': '残す',
  'account.removing': '削除中…',
  'account.removed': '{account} を削除しました。',
  'account.wallets': 'ウォレット',
  'account.noWallets': 'ウォレットはまだありません。',
  'account.wallet': 'Ethereum ウォレット',
  'account.walletNumber': 'Ethereum ウォレット {number}',
  'account.logOut': 'ログアウト',
  'account.logOutEverywhere': 'すべての端末からログアウト',
  'account.loggingOut': 'ログアウト中…',
  'account.othersStay':
    'この端末ではログアウトしましたが、ほかの端末ではログアウトできませんでした。ログインしてもう一度お試しください。',

  'address.copy': '{short}: アドレス {address} をコピー',
  'address.copyFailed': 'ここではコピーできません。アドレスを選択してコピーしてください。',

  'error.title': '問題が発生しました',
  'error.unexpected': 'こちらで問題が発生しました。しばらくしてからもう一度お試しください。',
  'error.timeout': '時間がかかりすぎました。接続を確認して、もう一度お試しください。',
  'error.screen': 'この画面を読み込めませんでした。接続を確認して、もう一度お試しください。',
  'error.vault': 'ウォレットを起動できませんでした。接続を確認して、もう一度お試しください。',
  'error.noMethod': 'このサイトには、ここで使えるログイン方法がありません。',
}

export const failures: Failures = {
  invalid_credentials:
    'コードが正しくないか、無効になっています。確認するか、新しいコードを受け取ってください。',
  invalid_data: '入力内容に誤りがあります。確認して、もう一度お試しください。',
  too_many_requests: '試行回数が多すぎます。少し待ってから、もう一度お試しください。',
  service_unavailable: 'ウォレットに接続できません。接続を確認して、もう一度お試しください。',
  internal_error: 'こちらで問題が発生しました。しばらくしてからもう一度お試しください。',
  resource_conflict: '同じ操作が別の内容ですでに行われています。もう一度お試しください。',
  invalid_origin: 'このページではウォレットを使えません。再読み込みして、もう一度お試しください。',
  disallowed_login_method: 'このサイトでは、このログイン方法を使えません。別の方法をお使いください。',
  disallowed_plus_email: '「+」を含むアドレスは使えません。「+」のないアドレスをお使いください。',
  user_does_not_exist: 'このアカウントはここにはありません。別のものをお使いください。',
  user_unsubscribed:
    'この番号は当サービスのメッセージを拒否しています。送信元の番号に「START」と送るか、別の方法でログインしてください。',
  linked_to_another_user: 'すでに別のアカウントで使われています。別のものをお使いください。',
  linked_account_not_found:
    'このアカウントには登録されていません。ページを再読み込みして、登録内容を確認してください。',
  failed_to_link_account: '追加できませんでした。もう一度試すか、別のものをお使いください。',
  failed_to_update_account:
    '変更できませんでした。ページを再読み込みして登録内容を確認し、もう一度お試しください。',
  cannot_link_more_of_type: 'この種類はすでに登録されています。追加ではなく変更してください。',
  cannot_unlink_sole_account: '唯一のログイン方法です。別の方法を追加してから外してください。',
  passkey_not_allowed: 'ここではパスキーを使えません。別の方法でログインしてください。',
  invalid_captcha: '人による操作の確認に失敗しました。もう一度お試しください。',
  must_be_authenticated: 'セッションが終了しました。もう一度ログインしてください。',
  expired_or_invalid_authorization:
    'この端末では署名できなくなりました。この端末でログアウトし、もう一度ログインしてください。',
}
