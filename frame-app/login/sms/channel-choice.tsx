import { useId } from 'react'
import { say } from '../../words/say.ts'
import styles from './channel-choice.module.css'
import type { SmsChannel } from './recipient.ts'

/** Text message or WhatsApp, where the app has both. */
export function ChannelChoice({
  channel,
  onChange,
}: {
  channel: SmsChannel
  onChange: (channel: SmsChannel) => void
}) {
  const name = useId()
  const ways = [
    { value: 'sms', label: say('sms.channelSms') },
    { value: 'whatsapp', label: say('sms.channelWhatsapp') },
  ] as const
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{say('sms.channel')}</legend>
      {ways.map(({ value, label }) => (
        <label className={styles.way} key={value}>
          <input
            checked={channel === value}
            className={styles.radio}
            name={name}
            onChange={() => onChange(value)}
            type="radio"
            value={value}
          />
          <span className={styles.label}>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
