SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.clear_captcha_secrets() RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO '$user', 'public'
    AS $$truncate captcha_secrets$$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.account_changes (
    id text NOT NULL,
    place bigint NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    thumbprint text NOT NULL,
    made_with text,
    added jsonb,
    removed jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    undone_at timestamp(3) with time zone,
    recovery jsonb,
    network text,
    merged jsonb
);
ALTER TABLE public.account_changes ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.account_changes_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.account_notices (
    id text NOT NULL,
    change_id text NOT NULL,
    channel text NOT NULL,
    address text NOT NULL,
    language text NOT NULL,
    can_undo boolean NOT NULL,
    token_hash text,
    used_at timestamp(3) with time zone,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone
);
CREATE TABLE public.account_transfers (
    hash text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    session_id text NOT NULL,
    thumbprint text NOT NULL,
    former_user_id text NOT NULL,
    type text NOT NULL,
    subject text NOT NULL,
    receipt jsonb NOT NULL,
    shown jsonb NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.accounts (
    id text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    type text NOT NULL,
    subject text NOT NULL,
    seal text NOT NULL,
    first_verified_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    latest_verified_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    held_until timestamp(3) with time zone
);
CREATE TABLE public.analytics_events (
    id bigint NOT NULL,
    app_id text NOT NULL,
    name text NOT NULL,
    client_id text,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone DEFAULT (now() + '30 days'::interval) NOT NULL
);
ALTER TABLE public.analytics_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.analytics_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.approval_flows (
    id text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    offer text NOT NULL,
    answer text,
    claimed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.apps (
    id text NOT NULL,
    config jsonb NOT NULL,
    secret_hash text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.audit_events (
    id bigint NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    type text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    thumbprint text,
    made_with text,
    network text,
    data jsonb DEFAULT '{}'::jsonb NOT NULL,
    once text,
    expires_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE public.audit_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.authorization_keys (
    id text NOT NULL,
    app_id text NOT NULL,
    name text NOT NULL,
    public_key text NOT NULL,
    policy_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
    seal text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.backend_login_codes (
    hash text NOT NULL,
    session_id text NOT NULL,
    audience text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.begun_imports (
    id text NOT NULL,
    app_id text NOT NULL,
    user_id text,
    thumbprint text,
    chain_type text,
    address text,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.captcha_keys (
    name text NOT NULL,
    secret text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.captcha_secrets (
    app_id text NOT NULL,
    provider text NOT NULL,
    secret text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.delegation_policies (
    id text NOT NULL,
    app_id text NOT NULL,
    policy jsonb NOT NULL,
    seal text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.dev_inbox (
    id bigint NOT NULL,
    channel text NOT NULL,
    recipient text NOT NULL,
    subject text,
    body text NOT NULL,
    code text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    html text
);
ALTER TABLE public.dev_inbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.dev_inbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.devices (
    thumbprint text NOT NULL,
    user_id text NOT NULL,
    public_key text NOT NULL,
    seal text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    held_until timestamp(3) with time zone,
    held_for text,
    browser_hash text
);
CREATE TABLE public.embedded_sets (
    id text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    recovery_method text NOT NULL,
    recovery_share text NOT NULL,
    recovery_sharing_id text NOT NULL,
    recovery_salt text,
    recovery_verifier_hash text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    recovery_place text
);
CREATE TABLE public.embedded_sharings (
    id text NOT NULL,
    set_id text NOT NULL,
    auth_share text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    used_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.embedded_wallets (
    set_id text NOT NULL,
    user_id text NOT NULL,
    chain_type text NOT NULL,
    wallet_index integer NOT NULL,
    address text NOT NULL,
    public_key text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    shown_index integer,
    exported_at timestamp(3) with time zone
);
CREATE TABLE public.entropy_salts (
    name text NOT NULL,
    sealed_salt text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    key_id text GENERATED ALWAYS AS (NULLIF(split_part(sealed_salt, '.'::text, 2), ''::text)) STORED
);
CREATE TABLE public.entry_rules (
    id text NOT NULL,
    app_id text NOT NULL,
    list text NOT NULL,
    type text NOT NULL,
    value text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.envelope_keys (
    id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.farcaster_channels (
    token_hash text NOT NULL,
    channel_id text NOT NULL,
    app_id text NOT NULL,
    device text NOT NULL,
    purpose text NOT NULL,
    user_id text,
    nonce text NOT NULL,
    answer jsonb,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.followed_transactions (
    app_id text NOT NULL,
    user_id text NOT NULL,
    chain text NOT NULL,
    hash text NOT NULL,
    address text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_at timestamp(3) with time zone NOT NULL,
    give_up_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.funding_orders (
    id text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    provider text NOT NULL,
    vendor_id text NOT NULL,
    address text NOT NULL,
    is_sandbox boolean NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.funding_transfers (
    user_id text NOT NULL,
    id text NOT NULL,
    app_id text NOT NULL,
    transaction_hash text,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.idempotency_keys (
    user_id text NOT NULL,
    key text NOT NULL,
    request_hash text NOT NULL,
    status integer NOT NULL,
    response jsonb NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.imported_wallets (
    id text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    set_id text,
    chain_type text NOT NULL,
    address text NOT NULL,
    public_key text NOT NULL,
    sealed_key text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    exported_at timestamp(3) with time zone,
    key_id text GENERATED ALWAYS AS (
CASE
    WHEN (set_id IS NULL) THEN NULLIF(split_part(sealed_key, '.'::text, 2), ''::text)
    ELSE NULL::text
END) STORED
);
CREATE TABLE public.key_readers (
    id text NOT NULL,
    generation integer NOT NULL,
    master_keys text[] NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.leak_notices (
    master_key_id text NOT NULL,
    user_id text NOT NULL,
    told_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.login_codes (
    id text NOT NULL,
    app_id text NOT NULL,
    channel text NOT NULL,
    address text NOT NULL,
    digest text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    consumed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    test boolean DEFAULT false NOT NULL
);
CREATE TABLE public.login_issuers (
    app_id text NOT NULL,
    method text NOT NULL,
    settings jsonb NOT NULL,
    seal text,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.master_keys (
    id text NOT NULL,
    used_from timestamp(3) with time zone DEFAULT now() NOT NULL,
    used_until timestamp(3) with time zone
);
CREATE TABLE public.mfa_enrolments (
    user_id text NOT NULL,
    thumbprint text NOT NULL,
    app_id text NOT NULL,
    secret text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.mfa_factors (
    user_id text NOT NULL,
    app_id text NOT NULL,
    version integer NOT NULL,
    factors jsonb NOT NULL,
    totp_step bigint,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.mfa_resets (
    user_id text NOT NULL,
    app_id text NOT NULL,
    change_id text NOT NULL,
    reset jsonb NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.mfa_tries (
    user_id text NOT NULL,
    tries integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.oauth_clients (
    app_id text NOT NULL,
    provider text NOT NULL,
    settings jsonb NOT NULL,
    sealed_secret text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    key_id text GENERATED ALWAYS AS (NULLIF(split_part(sealed_secret, '.'::text, 2), ''::text)) STORED
);
CREATE TABLE public.oauth_flows (
    flow_hash text NOT NULL,
    state text NOT NULL,
    app_id text NOT NULL,
    provider text NOT NULL,
    device text NOT NULL,
    purpose text NOT NULL,
    user_id text,
    code_challenge text NOT NULL,
    redirect_to text,
    url text NOT NULL,
    signature text NOT NULL,
    seal text NOT NULL,
    answer text,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.one_time_codes (
    id text NOT NULL,
    app_id text NOT NULL,
    channel text NOT NULL,
    address text NOT NULL,
    device text NOT NULL,
    purpose text NOT NULL,
    digest text NOT NULL,
    test boolean DEFAULT false NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    consumed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.passkey_challenges (
    challenge text NOT NULL,
    id text NOT NULL,
    app_id text NOT NULL,
    purpose text NOT NULL,
    user_id text,
    expires_at timestamp(3) with time zone NOT NULL,
    taken_at timestamp(3) with time zone
);
CREATE TABLE public.pending_imports (
    id text NOT NULL,
    app_id text NOT NULL,
    type text NOT NULL,
    subject text NOT NULL,
    chain_type text NOT NULL,
    address text NOT NULL,
    public_key text NOT NULL,
    sealed_key text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    key_id text GENERATED ALWAYS AS (NULLIF(split_part(sealed_key, '.'::text, 2), ''::text)) STORED
);
CREATE TABLE public.provider_secrets (
    app_id text NOT NULL,
    provider text NOT NULL,
    sealed_secret text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    key_id text GENERATED ALWAYS AS (NULLIF(split_part(sealed_secret, '.'::text, 2), ''::text)) STORED
);
CREATE TABLE public.rate_limits (
    key text NOT NULL,
    points integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.recovery_keys (
    user_id text NOT NULL,
    app_id text NOT NULL,
    sealed_key text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    key_id text GENERATED ALWAYS AS (NULLIF(split_part(sealed_key, '.'::text, 2), ''::text)) STORED
);
CREATE TABLE public.refresh_tokens (
    hash text NOT NULL,
    session_id text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE public.sessions (
    id text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    thumbprint text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    account_id text,
    made_with text,
    network text,
    presence jsonb
);
CREATE TABLE public.sign_in_nonces (
    nonce text NOT NULL,
    nonce_id text NOT NULL,
    app_id text NOT NULL,
    device text NOT NULL,
    subject text NOT NULL,
    purpose text NOT NULL,
    user_id text,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.signer_roots (
    generation integer NOT NULL,
    sealed text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.step_ups (
    hash text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    session_id text NOT NULL,
    thumbprint text NOT NULL,
    purpose text NOT NULL,
    target text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    presence jsonb
);
CREATE TABLE public.test_accounts (
    id text NOT NULL,
    app_id text NOT NULL,
    name text,
    email text,
    phone_number text,
    otp_code text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.token_keys (
    kid text NOT NULL,
    public_jwk jsonb NOT NULL,
    sealed_private_key text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    key_id text GENERATED ALWAYS AS (NULLIF(split_part(sealed_private_key, '.'::text, 2), ''::text)) STORED,
    signs_from timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone
);
CREATE TABLE public.used_nonces (
    key text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.users (
    id text NOT NULL,
    app_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    accepted_terms_at timestamp(3) with time zone,
    held_until timestamp(3) with time zone,
    language text,
    merged_into text,
    adoption_seal text
);
CREATE TABLE public.vitrine_migrations (
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.wallet_delegations (
    wallet_id text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    list jsonb NOT NULL,
    seal text NOT NULL
);
CREATE TABLE public.wallet_entropies (
    user_id text NOT NULL,
    app_id text NOT NULL,
    sealed_entropy text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    key_id text GENERATED ALWAYS AS (NULLIF(split_part(sealed_entropy, '.'::text, 2), ''::text)) STORED
);
CREATE TABLE public.wallets (
    id text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    chain_type text NOT NULL,
    wallet_index integer NOT NULL,
    address text NOT NULL,
    public_key text NOT NULL,
    sealed_key text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    shown_index integer,
    exported_at timestamp(3) with time zone,
    key_id text GENERATED ALWAYS AS (NULLIF(split_part(sealed_key, '.'::text, 2), ''::text)) STORED
);
CREATE TABLE public.webhook_deliveries (
    id text NOT NULL,
    endpoint_id text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    event_id bigint NOT NULL,
    type text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    data jsonb NOT NULL,
    body text,
    attempts integer DEFAULT 0 NOT NULL,
    next_at timestamp(3) with time zone,
    last_status integer,
    delivered_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.webhook_endpoints (
    id text NOT NULL,
    app_id text NOT NULL,
    url text NOT NULL,
    sealed_secret text NOT NULL,
    events jsonb NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    key_id text GENERATED ALWAYS AS (NULLIF(split_part(sealed_secret, '.'::text, 2), ''::text)) STORED
);
INSERT INTO public.account_changes OVERRIDING SYSTEM VALUE VALUES
	('68f25dbd-6237-46a2-9bd9-e596497d2773', 1, 'app_59b64d986b18cf2fc36f5a57', 'user_l6fs2PS3OdysSCY_6UEXRoRc', 'mfa', 'bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', NULL, NULL, '[]', '2026-11-26 11:28:13.383+00', '2026-11-27 11:28:13.383+00', NULL, NULL, NULL, NULL),
	('f0a7b34c-5a84-447a-a6eb-aa500e1cecca', 2, 'app_59b64d986b18cf2fc36f5a57', 'user_AatYj_lHgxwVwE_pYr2qvAsA', 'delegate', 'VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', NULL, '{"type": "wallet", "subject": "ethereum:0x0cF496eC84BA7aEF190aE32ba8725090F357ace8"}', '[]', '2026-11-26 11:28:14.768+00', '2026-11-27 11:28:14.768+00', NULL, NULL, NULL, NULL);
INSERT INTO public.account_notices VALUES
	('b7719a90-be57-4da9-b934-12fc8c91e0ad', '68f25dbd-6237-46a2-9bd9-e596497d2773', 'email', 'bob@mail.example', 'en', true, 'c0da74903fcf9c2fdcf1634b53ba97cfec91ec2872a1ca40130293f3d61835d4', NULL, 1, NULL, '2026-11-27 11:28:13.383+00', '2026-11-26 11:28:13.644+00'),
	('2db6b6a1-a764-43d1-89bd-f97b77a44f79', 'f0a7b34c-5a84-447a-a6eb-aa500e1cecca', 'email', 'cid@mail.example', 'en', true, 'b43421ae9c988ab12b4d2cbb8f8e02bc76dcc9e8cd22a081dc69bdf2e4f18171', NULL, 1, NULL, '2026-11-27 11:28:14.768+00', '2026-11-26 11:28:15.131+00');
INSERT INTO public.accounts VALUES
	('d63af52a-6039-4845-a6bc-9f6ecfb64536', 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'email', 'ann@mail.example', 'oRih_6yLTcif8Q8Zw2Iqrl15hTUeHDhFW0vf0f6fTVo', '2026-11-26 11:28:09.999+00', '2026-11-26 11:28:09.999+00', '{}', NULL),
	('6f3604f4-a2b1-4638-8e4c-d0c758a247b2', 'app_59b64d986b18cf2fc36f5a57', 'user_l6fs2PS3OdysSCY_6UEXRoRc', 'email', 'bob@mail.example', '1.OQr4kIEmNaQNukYvDvjjJ03o9dJs9Y1z9pL1pJnzgME', '2026-11-26 11:28:12.294+00', '2026-11-26 11:28:12.294+00', '{}', NULL),
	('54e9450a-8038-4c09-a9a1-fefafd025edb', 'app_59b64d986b18cf2fc36f5a57', 'user_AatYj_lHgxwVwE_pYr2qvAsA', 'email', 'cid@mail.example', 'dA9h6HSjnRkH6lCiD9fNxlQ4IM2MU7hgPn0A9bs1m6M', '2026-11-26 11:28:13.872+00', '2026-11-26 11:28:13.872+00', '{}', NULL),
	('64787a84-d6ef-4bc9-8cc0-a999183078e5', 'app_e4f869f3d2b2fe59d52f6bf6', 'user_ddQc5dQyKa4sUW51I6FAlOuj', 'email', 'dan@mail.example', 'eYiBuB0g2dC3dleZ5ShyYE2AowVkSiWqh_eSRhCczmI', '2026-11-26 11:28:15.748+00', '2026-11-26 11:28:15.748+00', '{}', NULL),
	('146e5916-5ce7-4e59-865b-2a2ed3da50b7', 'app_59b64d986b18cf2fc36f5a57', 'user_txHW2MME3GD3a-G0oenhxjuT', 'email', 'fay@mail.example', 'n43a7Kmw4SXkdqXt5qHsSKDu3SPpr_eFOycV7Az9FKA', '2026-11-26 11:28:18.402+00', '2026-11-26 11:28:18.402+00', '{}', NULL);
INSERT INTO public.apps VALUES
	('app_59b64d986b18cf2fc36f5a57', '{"name": "Shop", "theme": "light", "chains": [], "icon_url": null, "logo_url": null, "sms_auth": false, "email_auth": true, "guest_auth": false, "legal_name": null, "line_oauth": false, "apple_oauth": false, "mfa_methods": ["totp"], "solana_rpcs": {}, "wallet_auth": false, "accent_color": null, "github_oauth": false, "google_oauth": false, "max_accounts": null, "passkey_auth": false, "tiktok_oauth": false, "twitch_oauth": false, "discord_oauth": false, "fetch_origins": [], "spotify_oauth": false, "telegram_auth": false, "twitter_oauth": false, "custom_api_url": null, "farcaster_auth": false, "linkedin_oauth": false, "telegram_oauth": false, "allowed_domains": ["https://shop.example"], "captcha_enabled": false, "custom_jwt_auth": false, "instagram_oauth": false, "allowlist_config": {"cta_link": null, "cta_text": null, "error_title": null, "error_detail": null}, "approval_surface": "window", "hold_new_devices": false, "whatsapp_enabled": false, "allowlist_enabled": false, "custom_jwt_config": null, "funding_providers": {}, "text_localization": {}, "enforce_wallet_uis": true, "mfa_required_above": [], "privacy_policy_url": null, "solana_wallet_auth": false, "disable_plus_emails": false, "fiat_on_ramp_enabled": false, "login_code_audiences": [], "added_login_hold_hours": 24, "allowed_native_app_ids": [], "custom_oauth_providers": [], "embedded_wallet_config": {"mode": "user-controlled-server-wallets-only", "icloud": null, "solana": {"create_on_login": "off"}, "ethereum": {}, "create_on_login": "off", "google_drive_url": "https://www.googleapis.com", "max_wallets_per_chain_type": 10, "user_owned_recovery_options": [], "require_user_password_on_create": false, "require_user_owned_recovery_on_create": false}, "legacy_wallet_ui_config": false, "merge_accounts_by_email": false, "show_wallet_login_first": false, "enabled_captcha_provider": null, "terms_and_conditions_url": null, "wallet_connect_relay_url": null, "require_users_accept_terms": false, "max_linked_wallets_per_user": null, "passkeys_for_signup_enabled": false, "allowed_native_app_url_schemes": [], "farcaster_link_wallets_enabled": false, "twitter_oauth_on_mobile_enabled": false, "wallet_connect_cloud_project_id": null, "external_wallets_for_signup_enabled": true}', 'd81ddaadfbb9a0894eed8f9d160f24a21eac7bb18fda429ff05b83fda000e791', '2026-11-26 11:28:06.595+00'),
	('app_e4f869f3d2b2fe59d52f6bf6', '{"name": "Shop on devices", "theme": "light", "chains": [], "icon_url": null, "logo_url": null, "sms_auth": false, "email_auth": true, "guest_auth": false, "legal_name": null, "line_oauth": false, "apple_oauth": false, "mfa_methods": [], "solana_rpcs": {}, "wallet_auth": false, "accent_color": null, "github_oauth": false, "google_oauth": false, "max_accounts": null, "passkey_auth": false, "tiktok_oauth": false, "twitch_oauth": false, "discord_oauth": false, "fetch_origins": [], "spotify_oauth": false, "telegram_auth": false, "twitter_oauth": false, "custom_api_url": null, "farcaster_auth": false, "linkedin_oauth": false, "telegram_oauth": false, "allowed_domains": ["https://shop.example"], "captcha_enabled": false, "custom_jwt_auth": false, "instagram_oauth": false, "allowlist_config": {"cta_link": null, "cta_text": null, "error_title": null, "error_detail": null}, "approval_surface": "window", "hold_new_devices": false, "whatsapp_enabled": false, "allowlist_enabled": false, "custom_jwt_config": null, "funding_providers": {}, "text_localization": {}, "enforce_wallet_uis": true, "mfa_required_above": [], "privacy_policy_url": null, "solana_wallet_auth": false, "disable_plus_emails": false, "fiat_on_ramp_enabled": false, "login_code_audiences": [], "added_login_hold_hours": 24, "allowed_native_app_ids": [], "custom_oauth_providers": [], "embedded_wallet_config": {"mode": "legacy-embedded-wallets-only", "icloud": null, "solana": {"create_on_login": "off"}, "ethereum": {}, "create_on_login": "off", "google_drive_url": "https://www.googleapis.com", "max_wallets_per_chain_type": 10, "user_owned_recovery_options": [], "require_user_password_on_create": false, "require_user_owned_recovery_on_create": false}, "legacy_wallet_ui_config": false, "merge_accounts_by_email": false, "show_wallet_login_first": false, "enabled_captcha_provider": null, "terms_and_conditions_url": null, "wallet_connect_relay_url": null, "require_users_accept_terms": false, "max_linked_wallets_per_user": null, "passkeys_for_signup_enabled": false, "allowed_native_app_url_schemes": [], "farcaster_link_wallets_enabled": false, "twitter_oauth_on_mobile_enabled": false, "wallet_connect_cloud_project_id": null, "external_wallets_for_signup_enabled": true}', '67094e398115766dddc89e11f3b62fc2ad78de0dc39408507ead655e4d6f8cd1', '2026-11-26 11:28:15.239+00');
INSERT INTO public.audit_events OVERRIDING SYSTEM VALUE VALUES
	(1, 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'user.created', '2026-11-26 11:28:09.999+00', 'NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', NULL, NULL, '{"account": {"name": "a•••@mail.example", "type": "email"}, "session_id": "session_d86f30c28807e3243880423b04661095"}', NULL, '2027-05-25 11:28:09.999+00'),
	(2, 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'user.authenticated', '2026-11-26 11:28:09.999+00', 'NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', NULL, NULL, '{"account": {"name": "a•••@mail.example", "type": "email"}, "session_id": "session_d86f30c28807e3243880423b04661095"}', NULL, '2027-05-25 11:28:09.999+00'),
	(3, 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'user.wallet_created', '2026-11-26 11:28:10.777+00', 'NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', NULL, NULL, '{"address": "0x851888257C979a55364d55Ff969f4FC241b01380", "chain_type": "ethereum", "wallet_index": 0}', NULL, '2027-05-25 11:28:10.777+00'),
	(4, 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'user.wallet_created', '2026-11-26 11:28:11.217+00', 'NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', NULL, NULL, '{"address": "0x439824ebbeC591b4B406a054444a0De27032F2FA", "chain_type": "ethereum", "wallet_index": 1}', NULL, '2027-05-25 11:28:11.217+00'),
	(5, 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'user.wallet_created', '2026-11-26 11:28:11.547+00', 'NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', NULL, NULL, '{"address": "CRLKJrkafe5iiA2PeyAPW9jF6QurtFEB2ptkgRopKtiy", "chain_type": "solana", "wallet_index": 0}', NULL, '2027-05-25 11:28:11.547+00'),
	(6, 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'wallet.signed', '2026-11-26 11:28:11.743+00', 'NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', NULL, NULL, '{"method": "personal_sign", "address": "0x851888257C979a55364d55Ff969f4FC241b01380", "chain_type": "ethereum"}', 'signed:0920904f-2553-4ff1-9ae9-ccfd14dc7690', '2027-05-25 11:28:11.743+00'),
	(7, 'app_59b64d986b18cf2fc36f5a57', 'user_l6fs2PS3OdysSCY_6UEXRoRc', 'user.created', '2026-11-26 11:28:12.294+00', 'bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', NULL, NULL, '{"account": {"name": "b•••@mail.example", "type": "email"}, "session_id": "session_98d6256fedb271b487e1acedab408688"}', NULL, '2027-05-25 11:28:12.294+00'),
	(8, 'app_59b64d986b18cf2fc36f5a57', 'user_l6fs2PS3OdysSCY_6UEXRoRc', 'user.authenticated', '2026-11-26 11:28:12.294+00', 'bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', NULL, NULL, '{"account": {"name": "b•••@mail.example", "type": "email"}, "session_id": "session_98d6256fedb271b487e1acedab408688"}', NULL, '2027-05-25 11:28:12.294+00'),
	(9, 'app_59b64d986b18cf2fc36f5a57', 'user_l6fs2PS3OdysSCY_6UEXRoRc', 'user.wallet_created', '2026-11-26 11:28:12.576+00', 'bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', NULL, NULL, '{"address": "0x7da4e54e3C42A7d2ff903F55Be32c24A7d0754fb", "chain_type": "ethereum", "wallet_index": 0}', NULL, '2027-05-25 11:28:12.576+00'),
	(10, 'app_59b64d986b18cf2fc36f5a57', 'user_l6fs2PS3OdysSCY_6UEXRoRc', 'user.mfa_enrolled', '2026-11-26 11:28:13.377+00', 'bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', NULL, NULL, '{"mfa_method": "totp"}', NULL, '2027-05-25 11:28:13.377+00'),
	(11, 'app_59b64d986b18cf2fc36f5a57', 'user_AatYj_lHgxwVwE_pYr2qvAsA', 'user.created', '2026-11-26 11:28:13.872+00', 'VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', NULL, NULL, '{"account": {"name": "c•••@mail.example", "type": "email"}, "session_id": "session_a1fe498068c25ee00054864aa2c612d7"}', NULL, '2027-05-25 11:28:13.872+00'),
	(12, 'app_59b64d986b18cf2fc36f5a57', 'user_AatYj_lHgxwVwE_pYr2qvAsA', 'user.authenticated', '2026-11-26 11:28:13.872+00', 'VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', NULL, NULL, '{"account": {"name": "c•••@mail.example", "type": "email"}, "session_id": "session_a1fe498068c25ee00054864aa2c612d7"}', NULL, '2027-05-25 11:28:13.872+00'),
	(13, 'app_59b64d986b18cf2fc36f5a57', 'user_AatYj_lHgxwVwE_pYr2qvAsA', 'user.wallet_created', '2026-11-26 11:28:14.104+00', 'VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', NULL, NULL, '{"address": "0x0cF496eC84BA7aEF190aE32ba8725090F357ace8", "chain_type": "ethereum", "wallet_index": 0}', NULL, '2027-05-25 11:28:14.104+00'),
	(14, 'app_59b64d986b18cf2fc36f5a57', 'user_AatYj_lHgxwVwE_pYr2qvAsA', 'wallet.delegated', '2026-11-26 11:28:14.762+00', 'VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', NULL, NULL, '{"until": 1798284434285, "policy": "Play", "signer": "Shop backend", "address": "0x0cF496eC84BA7aEF190aE32ba8725090F357ace8", "signer_id": "signer_5n32pghXS4CUoiA1QHCx2RVl", "chain_type": "ethereum"}', NULL, '2027-05-25 11:28:14.762+00'),
	(15, 'app_59b64d986b18cf2fc36f5a57', 'user_AatYj_lHgxwVwE_pYr2qvAsA', 'wallet.delegation_used', '2026-11-26 11:28:15.26+00', NULL, NULL, NULL, '{"to": "0x1111111111111111111111111111111111111111", "hash": "0x13a622bda70a491632e294b4f3ce344e6ba1ea2ce176327964a29cc97fef1eec", "chain": "eip155:1", "until": 1798284434285, "value": "40", "method": "eth_signTransaction", "policy": "Play", "signer": "Shop backend", "address": "0x0cF496eC84BA7aEF190aE32ba8725090F357ace8", "signer_id": "signer_5n32pghXS4CUoiA1QHCx2RVl", "spendings": [{"asset": "native", "chain": "eip155:1", "amount": "50"}], "chain_type": "ethereum"}', NULL, '2027-05-25 11:28:15.26+00'),
	(16, 'app_e4f869f3d2b2fe59d52f6bf6', 'user_ddQc5dQyKa4sUW51I6FAlOuj', 'user.created', '2026-11-26 11:28:15.748+00', 'EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U', NULL, NULL, '{"account": {"name": "d•••@mail.example", "type": "email"}, "session_id": "session_34040b967459d8c3a6018300d4e05efd"}', NULL, '2027-05-25 11:28:15.748+00'),
	(17, 'app_e4f869f3d2b2fe59d52f6bf6', 'user_ddQc5dQyKa4sUW51I6FAlOuj', 'user.authenticated', '2026-11-26 11:28:15.748+00', 'EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U', NULL, NULL, '{"account": {"name": "d•••@mail.example", "type": "email"}, "session_id": "session_34040b967459d8c3a6018300d4e05efd"}', NULL, '2027-05-25 11:28:15.748+00'),
	(18, 'app_e4f869f3d2b2fe59d52f6bf6', 'user_ddQc5dQyKa4sUW51I6FAlOuj', 'user.wallet_created', '2026-11-26 11:28:16.913+00', 'EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U', NULL, NULL, '{"address": "0x29D8Ce226d3f5b77F0F754c476AC5018b878F7Ae", "chain_type": "ethereum", "wallet_index": 0}', NULL, '2027-05-25 11:28:16.913+00'),
	(19, 'app_59b64d986b18cf2fc36f5a57', 'user_txHW2MME3GD3a-G0oenhxjuT', 'user.created', '2026-11-26 11:28:18.402+00', 'aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw', NULL, NULL, '{"account": {"name": "f•••@mail.example", "type": "email"}, "session_id": "session_7ee87d3528d22a02df3ce455e0295d46"}', NULL, '2027-05-25 11:28:18.402+00'),
	(20, 'app_59b64d986b18cf2fc36f5a57', 'user_txHW2MME3GD3a-G0oenhxjuT', 'user.authenticated', '2026-11-26 11:28:18.402+00', 'aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw', NULL, NULL, '{"account": {"name": "f•••@mail.example", "type": "email"}, "session_id": "session_7ee87d3528d22a02df3ce455e0295d46"}', NULL, '2027-05-25 11:28:18.402+00'),
	(21, 'app_59b64d986b18cf2fc36f5a57', 'user_txHW2MME3GD3a-G0oenhxjuT', 'user.session_ended', '2026-11-26 11:28:18.713+00', 'aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw', NULL, NULL, '{"ended_by": "self", "session_id": "session_7ee87d3528d22a02df3ce455e0295d46"}', NULL, '2027-05-25 11:28:18.713+00');
INSERT INTO public.authorization_keys VALUES
	('signer_5n32pghXS4CUoiA1QHCx2RVl', 'app_59b64d986b18cf2fc36f5a57', 'Shop backend', 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEC8ii+eqQguFyzyGCm7z9AHMMhEQRZdeMoUe4oKKKkAXflGuMrB0Ap99cYX1dyI2ERg92nMMi1bQiR0cbqhsVPw==', '["policy_aFpxlQHB3tUbUSMS6HE0X7Xq"]', 'M9Iqr5l234D4kSXr9MAQKWCVptKVeEPm7BqgSdPSu7I', '2026-11-26 11:28:14.137+00');
INSERT INTO public.delegation_policies VALUES
	('policy_aFpxlQHB3tUbUSMS6HE0X7Xq', 'app_59b64d986b18cf2fc36f5a57', '{"name": "Play", "rules": {"spend": [{"asset": "native", "chain": "eip155:1", "amount": "100", "per_seconds": 86400}], "recipients": ["0x1111111111111111111111111111111111111111"]}, "methods": ["eth_signTransaction"], "chain_type": "ethereum"}', 'EbqebnkThI5WKQ6DmUCGqhAKmb2v2Vj6CpnfATScas0', '2026-11-26 11:28:14.132+00');
INSERT INTO public.devices VALUES
	('NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE6gdy4I4Cmw5WUFIKCkKaz7UC4aGx233xZ1oL6fO+iVzYA9Sv3AKj7B9yPgqCxmAHJ5olNtwqkmUhKd2pEmJRgg==', 'mrahd8d188NvjtIHpyk8R-5w7fP6eXa5VTmUVoExb1k', '2026-11-26 11:28:09.999+00', NULL, NULL, NULL),
	('bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', 'user_l6fs2PS3OdysSCY_6UEXRoRc', 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEtvNwGsi/qKBoAyajLXJgk9mR74irAoUkmgp7wUlk+V+5xpBhxPAe7Dd9w0ep7OIc1+CVB27mJDmWt4+sYSVq5A==', '1.48cmKqSm3sjyJqAUL-9h2Iu193g1srrV8gJRtTfoBeE', '2026-11-26 11:28:12.294+00', NULL, NULL, NULL),
	('VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', 'user_AatYj_lHgxwVwE_pYr2qvAsA', 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGfylVaTotnxypEiYQXOkXo0rQk7W3Atk784jgvEgngvHi+FKmwMmPCjv899TwmCmmJWx4pcnAQp7ZKnFqzdb7w==', '3RgyuogLSe0hSOZNtRv9293AKVMtrtrwk1O1VFiQGk4', '2026-11-26 11:28:13.872+00', NULL, NULL, NULL),
	('EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U', 'user_ddQc5dQyKa4sUW51I6FAlOuj', 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEud376Ov5VAH4Bf1Q5Jc0t1/XwyfEzaInsDDsgtEKNTC7/OlN3mFBBNJFTbN1WEQsZHkOqvCEHC9PzOS54CqSoA==', 'XUaHRNvsNf4OIpqYWh-CLHBcbLUhyVBgc8jrUezWU7U', '2026-11-26 11:28:15.748+00', NULL, NULL, NULL),
	('aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw', 'user_txHW2MME3GD3a-G0oenhxjuT', 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5jsAI+gqrjQckSit2VTLf/wXMYWaCBubv24mehKrsZrMAB2nj+M0k1zyAyzWka9HXJmCdvU3tUjXOWtLKIi3Rw==', 'SJ_kOWoag4fmv_5GjaZS3I7aKz_EVt5z1XSgyZI5iXI', '2026-11-26 11:28:18.402+00', NULL, NULL, NULL);
INSERT INTO public.embedded_sets VALUES
	('09nujORU4vnkNKljwLTyJZjBRKCRJwRpSy5R3pKRx_4', 'app_e4f869f3d2b2fe59d52f6bf6', 'user_ddQc5dQyKa4sUW51I6FAlOuj', 'privy', 'v1.MHLQRhF6yxlIpP7S.yMvmVrzTu6f10MouhYZK_gsRXTC9B3idyi-rbpK3mdpQ', 'XvvksMSg5qt5Eq7TXCS2-A', NULL, NULL, '2026-11-26 11:28:16.909+00', NULL);
INSERT INTO public.embedded_sharings VALUES
	('XvvksMSg5qt5Eq7TXCS2-A', '09nujORU4vnkNKljwLTyJZjBRKCRJwRpSy5R3pKRx_4', 'v1._qM4bZuF2Kfi5IiK.ZK3bD1CHdvfCOyhjBvrmyuIDxNJSG3ADaM-fUKSEfvUO', '2026-11-26 11:28:16.909+00', '2026-11-26 11:28:16.9+00');
INSERT INTO public.embedded_wallets VALUES
	('09nujORU4vnkNKljwLTyJZjBRKCRJwRpSy5R3pKRx_4', 'user_ddQc5dQyKa4sUW51I6FAlOuj', 'ethereum', 0, '0x29D8Ce226d3f5b77F0F754c476AC5018b878F7Ae', '0x021aa20ac765ce1b755372b007a878d347d4a4287f27e70df6c457dc987cdb0196', '2026-11-26 11:28:16.909+00', NULL, NULL);
INSERT INTO public.entropy_salts VALUES
	('user-entropy', 'v1.3IDa1UR2.bKbeZ4f8WAHM3kX2.u94NHLFR0BFgAGj7CsCgFofTDvBfb7FaBhFYV1H2a_dRF_o342TLlCnm_0BsvMiA', '2026-11-26 11:28:06+00', DEFAULT);
INSERT INTO public.entry_rules VALUES
	('23f7264d-4024-44be-ad4d-53760016ffa9', 'app_59b64d986b18cf2fc36f5a57', 'deny', 'email', 'mallory@mail.example', '2026-11-26 11:28:18.129+00');
INSERT INTO public.envelope_keys VALUES
	('3IDa1UR2', '2026-11-26 11:28:01.989+00');
INSERT INTO public.idempotency_keys VALUES
	('user_eFndQt-0f7LD5_7HF6ucNkdM', '0fdf93bc-0e3a-4320-a15d-1776b81c4fba', '26744d0138a79620364fa20ee1ea7552c37fbb81491f56ce542fbc9832ab0cde', 200, '{"id": "wallet_Mo_5iadKtHNXjtuuB3XhAI61", "address": "0x851888257C979a55364d55Ff969f4FC241b01380", "owner_id": "user_eFndQt-0f7LD5_7HF6ucNkdM", "chain_type": "ethereum", "created_at": 1795692490, "policy_ids": [], "public_key": "0x02e0d3fd531bc6ba165f46b4f4b0d71efe666a2a81a4482991ba67edb8b9420c6f", "exported_at": null, "imported_at": null, "wallet_index": 0, "additional_signers": []}', '2026-11-27 11:28:10.78+00'),
	('user_eFndQt-0f7LD5_7HF6ucNkdM', 'abba8b18-6638-41fd-ad49-35f3a00798bf', '145d2dc12eaf3ca8719af11b68cebfc65d8712d97473e40163ac68e4888b2a6a', 200, '{"id": "wallet_XZMNwM84afsXd7DOimavp_S8", "address": "0x439824ebbeC591b4B406a054444a0De27032F2FA", "owner_id": "user_eFndQt-0f7LD5_7HF6ucNkdM", "chain_type": "ethereum", "created_at": 1795692490, "policy_ids": [], "public_key": "0x021929842fe92e4a791ccaabb842a3a4c792d1b99e997c9eb12661c6b0552e9875", "exported_at": null, "imported_at": null, "wallet_index": 1, "additional_signers": []}', '2026-11-27 11:28:11.232+00'),
	('user_eFndQt-0f7LD5_7HF6ucNkdM', 'fe4e16e2-6deb-489d-9171-f949001b6fc8', '18d6f75b1a43bfa7c13d95f56bcbb2e9e3de42a9401ac8d2aec2f8ab53705c87', 200, '{"id": "wallet_gaR5JcJivUEzHXMzc26iHMDE", "address": "CRLKJrkafe5iiA2PeyAPW9jF6QurtFEB2ptkgRopKtiy", "owner_id": "user_eFndQt-0f7LD5_7HF6ucNkdM", "chain_type": "solana", "created_at": 1795692491, "policy_ids": [], "public_key": "CRLKJrkafe5iiA2PeyAPW9jF6QurtFEB2ptkgRopKtiy", "exported_at": null, "imported_at": null, "wallet_index": 0, "additional_signers": []}', '2026-11-27 11:28:11.556+00'),
	('user_eFndQt-0f7LD5_7HF6ucNkdM', '0920904f-2553-4ff1-9ae9-ccfd14dc7690', '3352d2b3e8561bbb1a2afe79613b0993f94e9c7513f5b3a71672b1809bb9499e', 200, '{}', '2026-11-27 11:28:11.654+00'),
	('user_l6fs2PS3OdysSCY_6UEXRoRc', '82a86431-a062-48e1-966d-e1766ad1a563', 'ac1b34763dea7f937c3533355857c007d7cacb7931b1211a5b68af2327f4a235', 200, '{"id": "wallet__wOaui58rXPUv5ry2arRGzv7", "address": "0x7da4e54e3C42A7d2ff903F55Be32c24A7d0754fb", "owner_id": "user_l6fs2PS3OdysSCY_6UEXRoRc", "chain_type": "ethereum", "created_at": 1795692492, "policy_ids": [], "public_key": "0x031aa324641f06c9194e322853c2cc6e947cc893b70ed3a2409fc5fb3aba51b54a", "exported_at": null, "imported_at": null, "wallet_index": 0, "additional_signers": []}', '2026-11-27 11:28:12.58+00'),
	('user_AatYj_lHgxwVwE_pYr2qvAsA', '8d48a2c3-c0d2-4b7e-85dc-b416b46581b5', '157ea8f720f1930e65bb550f90a69c060198cfd9ab7adeecb5f01f1cf72e5be3', 200, '{"id": "wallet_2T2xMJTLgrbnAHOwEGh5IZcn", "address": "0x0cF496eC84BA7aEF190aE32ba8725090F357ace8", "owner_id": "user_AatYj_lHgxwVwE_pYr2qvAsA", "chain_type": "ethereum", "created_at": 1795692494, "policy_ids": [], "public_key": "0x03a08907ae5033a4ad19deb22f13e370a677f577d868f28f08fddad541d50c1027", "exported_at": null, "imported_at": null, "wallet_index": 0, "additional_signers": []}', '2026-11-27 11:28:14.113+00'),
	('user_AatYj_lHgxwVwE_pYr2qvAsA', '281836a8-5216-4970-9aa1-1a55ffeed222', '7cfcbf4e893450d6c406b8d4b90c2a8d8792607a8315acc57b2ce73a0bd6a0aa', 200, '{"id": "wallet_2T2xMJTLgrbnAHOwEGh5IZcn", "address": "0x0cF496eC84BA7aEF190aE32ba8725090F357ace8", "owner_id": "user_AatYj_lHgxwVwE_pYr2qvAsA", "chain_type": "ethereum", "created_at": 1795692494, "policy_ids": [], "public_key": "0x03a08907ae5033a4ad19deb22f13e370a677f577d868f28f08fddad541d50c1027", "exported_at": null, "imported_at": null, "wallet_index": 0, "additional_signers": [{"signer_id": "signer_5n32pghXS4CUoiA1QHCx2RVl", "override_policy_ids": ["policy_aFpxlQHB3tUbUSMS6HE0X7Xq"]}]}', '2026-11-27 11:28:14.82+00'),
	('user_AatYj_lHgxwVwE_pYr2qvAsA', 'delegate:ccc2d8c0-13fb-47c2-b0ed-7460f57b5dc0', '2ccf4b3d4384da52c591631cfdab6cf4f322b4ce2182155f0450e8f03e82f085', 200, '{"receipt": "mHNAWjV1Qk36olSvfo5pySHr_OmtjrvBAPX4ZM8JwUM"}', '2026-11-27 11:28:15.253+00');
INSERT INTO public.master_keys VALUES
	('jgTZX5wd', '2026-11-26 11:28:01.989+00', NULL);
INSERT INTO public.mfa_factors VALUES
	('user_l6fs2PS3OdysSCY_6UEXRoRc', 'app_59b64d986b18cf2fc36f5a57', 1, '{"list": [{"type": "totp", "secret": "v1.totp.vvgqqVoj8by2An4z.4PpcmTmxGoX9j8rxnYeQC-h6kX7eBFbX6sfsbuHlfDMTTt-O", "verifiedAt": 1795692493266}], "seal": "cFBfizivPV-uKjTk5CaUbBpFwBOQ9uCv7S9VyOEMUq4", "recoveryCodes": ["SAHe0WiLVPQ7IO86joO9NuZdHF4gLPpHPTlS8IX5Lm0", "iqzeUnl6_5w3MW1JpLXHB7I4uFQBWp1l23c4QvpyOzw", "9QT5e7sayr7-5l4vDTpfsrXaxtuDbI_g3ia8LubApdc", "Be3_jNx75Jfy6TLdv-l56kTZySiFChgrZiUKrMZvI20", "6TkMHyRr-GKGMmZZ1wJgbRZGaABl1YP6ChwlE6i5IRY", "QYsKvNEho0W-hsKRCS3PS0y-rt62nwlOl8I_geQPiIk", "q4Rgm5eMbfXMmbKU__ivBK9oc2rdVR5v_jAfhRkWjEE", "9ujXyvURw3mWDgBSyDjN94RPvSEctNuQ1PeC4GaMIWY", "HpWK-UEls_c5tr47jBXIEvvMt9Gz77xcK2LMpuem1XU", "JoJBcpIpPXs871JIr2vFfQ556vpzmDzgF3ANDzvIwko"]}', 59856416, '2026-11-26 11:28:13.322+00');
INSERT INTO public.mfa_tries VALUES
	('user_l6fs2PS3OdysSCY_6UEXRoRc', 0, '2026-11-26 11:43:13.254+00');
INSERT INTO public.one_time_codes VALUES
	('3313a485-2236-4e1b-b45b-fddbc3d5c31f', 'app_59b64d986b18cf2fc36f5a57', 'email', 'ann@mail.example', 'NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', 'login', 'jefs08ICyynRAewsYRS-tS-XyivjTGzTBFYofH9nsdM', false, 1, '2026-11-26 11:38:09.124+00', '2026-11-26 11:28:09.905+00', '2026-11-26 11:28:09.766+00'),
	('c1363825-b69d-447f-895e-6362d20e1924', 'app_59b64d986b18cf2fc36f5a57', 'email', 'bob@mail.example', 'bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', 'login', 'PmHVvvLC7mzCNKH9SUSsW2ApObN-gzaDuBYiDJabcT0', false, 1, '2026-11-26 11:38:11.955+00', '2026-11-26 11:28:12.268+00', '2026-11-26 11:28:12.177+00'),
	('967fa10d-8021-4cba-abad-ba7f2eb9e03d', 'app_59b64d986b18cf2fc36f5a57', 'email', 'bob@mail.example', 'bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', 'step-up', 'C10_3FWnS31KcRZJq9mfF_FQe-nd9pgN8mFtLh-8FL8', false, 1, '2026-11-26 11:38:12.911+00', '2026-11-26 11:28:13.144+00', '2026-11-26 11:28:12.982+00'),
	('aac12d63-f9f1-44f3-ae1f-4b9b6ac5a206', 'app_59b64d986b18cf2fc36f5a57', 'email', 'cid@mail.example', 'VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', 'login', '_YTEsAVIDJ7rCBEfYv98nKd1brWmNw2vbWy4B3Pl3fE', false, 1, '2026-11-26 11:38:13.58+00', '2026-11-26 11:28:13.854+00', '2026-11-26 11:28:13.755+00'),
	('75148696-8234-4491-9d4b-0924fea47be4', 'app_59b64d986b18cf2fc36f5a57', 'email', 'cid@mail.example', 'VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', 'step-up', 'SkOI1dFPEwSen5jTFyM-TIkLSHGWcYGfnWrUclFGz1o', false, 1, '2026-11-26 11:38:14.42+00', '2026-11-26 11:28:14.56+00', '2026-11-26 11:28:14.478+00'),
	('369fc0ff-ce4a-423c-aa14-f9a733ae6a2f', 'app_e4f869f3d2b2fe59d52f6bf6', 'email', 'dan@mail.example', 'EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U', 'login', 'nlu-o1TPxiWYMiANx_8DNly8xKgtGqQFthpyRtLK60I', false, 1, '2026-11-26 11:38:15.549+00', '2026-11-26 11:28:15.704+00', '2026-11-26 11:28:15.619+00'),
	('91689b27-325d-4b96-8fd1-226883e14c15', 'app_59b64d986b18cf2fc36f5a57', 'email', 'fay@mail.example', 'aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw', 'login', 'xh2XQ72pyjXknUtF2wGXDsHlcDloeV-Ch5yrv0B1u-s', false, 1, '2026-11-26 11:38:18.308+00', '2026-11-26 11:28:18.394+00', '2026-11-26 11:28:18.355+00');
INSERT INTO public.pending_imports VALUES
	('524fd7e0-644b-49b4-931c-fea357e5d6ff', 'app_59b64d986b18cf2fc36f5a57', 'email', 'eve@mail.example', 'ethereum', '0x016431F23df89AB047285D844844f4f764b7b5ae', '0x026f6f4baaa3ba20995653532cb4f429e29295520f1dee4a077e1de6d8fe286927', 'v1.3IDa1UR2.DDhet3fORUksEWDB.ZSIJyzU2cHxDn6MEgPUUnFpPwaG3WmXD2ajqcGtOv_2xLR_BjIIkZSDNjmyR0b9j', '2026-11-26 11:28:18.027+00', DEFAULT);
INSERT INTO public.rate_limits VALUES
	('batch-network:127.0.0.1', 2, '2026-11-26 11:38:17.68+00'),
	('email-init-device:app_59b64d986b18cf2fc36f5a57:ann@mail.example:NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', 1, '2026-11-26 11:38:09.116+00'),
	('email-init-from:app_59b64d986b18cf2fc36f5a57:ann@mail.example:127.0.0.0/24', 1, '2026-11-27 11:28:09.116+00'),
	('email-init-shared:app_59b64d986b18cf2fc36f5a57:ann@mail.example', 0, '2026-11-26 12:28:09.116+00'),
	('mailbox:app_59b64d986b18cf2fc36f5a57:ann@mail.example', 0, '2026-11-26 11:45:05.587+00'),
	('email-guess-day:app_59b64d986b18cf2fc36f5a57:ann@mail.example:NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', 1, '2026-11-27 11:28:09.895+00'),
	('email-init-network:127.0.0.1', 6, '2026-11-26 11:38:09.01+00'),
	('app-mails-day:app_59b64d986b18cf2fc36f5a57', 6, '2026-11-27 11:28:09.116+00'),
	('app-mails-hour:app_59b64d986b18cf2fc36f5a57', 6, '2026-11-26 12:28:09.116+00'),
	('email-init-device:app_59b64d986b18cf2fc36f5a57:fay@mail.example:aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw', 1, '2026-11-26 11:38:18.296+00'),
	('wallet-user:user_eFndQt-0f7LD5_7HF6ucNkdM', 4, '2026-11-26 11:38:10.16+00'),
	('email-init-from:app_59b64d986b18cf2fc36f5a57:fay@mail.example:127.0.0.0/24', 1, '2026-11-27 11:28:18.296+00'),
	('email-init-shared:app_59b64d986b18cf2fc36f5a57:fay@mail.example', 0, '2026-11-26 12:28:18.296+00'),
	('mailbox:app_59b64d986b18cf2fc36f5a57:fay@mail.example', 0, '2026-11-26 11:45:14.767+00'),
	('email-init-from:app_59b64d986b18cf2fc36f5a57:bob@mail.example:127.0.0.0/24', 1, '2026-11-27 11:28:11.952+00'),
	('email-init-shared:app_59b64d986b18cf2fc36f5a57:bob@mail.example', 0, '2026-11-26 12:28:11.952+00'),
	('mailbox:app_59b64d986b18cf2fc36f5a57:bob@mail.example', 0, '2026-11-26 11:45:08.423+00'),
	('email-authenticate-network:127.0.0.1', 5, '2026-11-26 11:38:09.858+00'),
	('email-guess-day:app_59b64d986b18cf2fc36f5a57:fay@mail.example:aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw', 1, '2026-11-27 11:28:18.393+00'),
	('wallet-user:user_l6fs2PS3OdysSCY_6UEXRoRc', 1, '2026-11-26 11:38:12.4+00'),
	('session-network:127.0.0.1', 2, '2026-11-26 11:38:18.132+00'),
	('email-init-day:app_59b64d986b18cf2fc36f5a57:bob@mail.example:bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', 1, '2026-11-27 11:28:12.905+00'),
	('email-init-device:app_59b64d986b18cf2fc36f5a57:bob@mail.example:bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', 2, '2026-11-26 11:38:11.952+00'),
	('step-up-user:user_l6fs2PS3OdysSCY_6UEXRoRc', 2, '2026-11-26 11:38:12.88+00'),
	('email-guess-day:app_59b64d986b18cf2fc36f5a57:bob@mail.example:bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', 2, '2026-11-27 11:28:12.262+00'),
	('mfa-network:127.0.0.1', 2, '2026-11-26 11:38:12.643+00'),
	('mfa-user:user_l6fs2PS3OdysSCY_6UEXRoRc', 2, '2026-11-26 11:38:12.7+00'),
	('email-init-from:app_59b64d986b18cf2fc36f5a57:cid@mail.example:127.0.0.0/24', 1, '2026-11-27 11:28:13.569+00'),
	('email-init-shared:app_59b64d986b18cf2fc36f5a57:cid@mail.example', 0, '2026-11-26 12:28:13.569+00'),
	('mailbox:app_59b64d986b18cf2fc36f5a57:cid@mail.example', 0, '2026-11-26 11:45:10.04+00'),
	('email-init-day:app_59b64d986b18cf2fc36f5a57:cid@mail.example:VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', 1, '2026-11-27 11:28:14.414+00'),
	('email-init-device:app_59b64d986b18cf2fc36f5a57:cid@mail.example:VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', 2, '2026-11-26 11:38:13.569+00'),
	('step-up-network:127.0.0.1', 4, '2026-11-26 11:38:12.817+00'),
	('step-up-user:user_AatYj_lHgxwVwE_pYr2qvAsA', 2, '2026-11-26 11:38:14.383+00'),
	('email-guess-day:app_59b64d986b18cf2fc36f5a57:cid@mail.example:VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', 2, '2026-11-27 11:28:13.843+00'),
	('wallet-network:127.0.0.1', 8, '2026-11-26 11:38:10.133+00'),
	('wallet-user:user_AatYj_lHgxwVwE_pYr2qvAsA', 3, '2026-11-26 11:38:13.96+00'),
	('delegate-network:127.0.0.1', 1, '2026-11-26 11:38:14.89+00'),
	('delegate-user:user_AatYj_lHgxwVwE_pYr2qvAsA', 1, '2026-11-26 11:38:14.957+00'),
	('app-mails-day:app_e4f869f3d2b2fe59d52f6bf6', 1, '2026-11-27 11:28:15.538+00'),
	('app-mails-hour:app_e4f869f3d2b2fe59d52f6bf6', 1, '2026-11-26 12:28:15.538+00'),
	('email-init-device:app_e4f869f3d2b2fe59d52f6bf6:dan@mail.example:EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U', 1, '2026-11-26 11:38:15.538+00'),
	('email-init-from:app_e4f869f3d2b2fe59d52f6bf6:dan@mail.example:127.0.0.0/24', 1, '2026-11-27 11:28:15.538+00'),
	('email-init-shared:app_e4f869f3d2b2fe59d52f6bf6:dan@mail.example', 0, '2026-11-26 12:28:15.538+00'),
	('mailbox:app_e4f869f3d2b2fe59d52f6bf6:dan@mail.example', 0, '2026-11-26 11:45:12.009+00'),
	('email-guess-day:app_e4f869f3d2b2fe59d52f6bf6:dan@mail.example:EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U', 1, '2026-11-27 11:28:15.701+00'),
	('embedded-network:127.0.0.1', 1, '2026-11-26 11:38:16.678+00'),
	('embedded-user:user_ddQc5dQyKa4sUW51I6FAlOuj', 1, '2026-11-26 11:38:16.731+00');
INSERT INTO public.refresh_tokens VALUES
	('c00be1aabb5fd23fbe01a70c3579ea02d2c8d64e348e6c18f8faa79620a6ce20', 'session_98d6256fedb271b487e1acedab408688', '2026-12-26 11:28:12.294+00', NULL),
	('78b3dcd6376bd8d3e992817de4a24d11b5e8526d688fdf142cbc480003676c6e', 'session_a1fe498068c25ee00054864aa2c612d7', '2026-12-26 11:28:13.872+00', NULL),
	('f2cae7e63d999aa20866f50f4802590542ccae324361fa8bf6b7460dabdde888', 'session_34040b967459d8c3a6018300d4e05efd', '2026-12-26 11:28:15.748+00', NULL),
	('b6664d92a9a17db4c4799ebf4abe73f16b1d54fa1686149ea37fa6833141c086', 'session_d86f30c28807e3243880423b04661095', '2026-12-26 11:28:09.999+00', '2026-11-26 11:28:18.184+00'),
	('0a5a4b9a0cbcbe42fde32e5e2f6647e5dcbac3e3f2ece5e69b30dbc179060c19', 'session_d86f30c28807e3243880423b04661095', '2026-12-26 11:28:18.184+00', NULL),
	('ece15fe890dc7998c16c4a76ce122edbfe8975991ddbf53e8bd6d69cc9319efc', 'session_7ee87d3528d22a02df3ce455e0295d46', '2026-12-26 11:28:18.402+00', NULL);
INSERT INTO public.sessions VALUES
	('session_98d6256fedb271b487e1acedab408688', 'app_59b64d986b18cf2fc36f5a57', 'user_l6fs2PS3OdysSCY_6UEXRoRc', 'bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4', '2026-11-26 11:28:12.294+00', '2026-12-26 11:28:12.294+00', NULL, '6f3604f4-a2b1-4638-8e4c-d0c758a247b2', NULL, NULL, '{"at": 1795692492239, "seal": "KvSVs4ze1p2x8aWX00afYmt1HqaV-ISZvXGzQT32xto"}'),
	('session_a1fe498068c25ee00054864aa2c612d7', 'app_59b64d986b18cf2fc36f5a57', 'user_AatYj_lHgxwVwE_pYr2qvAsA', 'VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk', '2026-11-26 11:28:13.872+00', '2026-12-26 11:28:13.872+00', NULL, '54e9450a-8038-4c09-a9a1-fefafd025edb', NULL, NULL, '{"at": 1795692493819, "seal": "jAhZ8SkbDaBVs-SlLdndSCs_YcnEbQF1x102p6CvlK0"}'),
	('session_34040b967459d8c3a6018300d4e05efd', 'app_e4f869f3d2b2fe59d52f6bf6', 'user_ddQc5dQyKa4sUW51I6FAlOuj', 'EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U', '2026-11-26 11:28:15.748+00', '2026-12-26 11:28:15.748+00', NULL, '64787a84-d6ef-4bc9-8cc0-a999183078e5', NULL, NULL, '{"at": 1795692495693, "seal": "KH8ALJpSbrRa0MLAftSkhiCFJJI-727MngkHGqKfov4"}'),
	('session_d86f30c28807e3243880423b04661095', 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA', '2026-11-26 11:28:09.999+00', '2026-12-26 11:28:18.184+00', NULL, 'd63af52a-6039-4845-a6bc-9f6ecfb64536', NULL, NULL, '{"at": 1795692489943, "seal": "SgLc1Ah9lmE_u-4w7niB3H59J_yZ2gNn02HpLDslkNA"}'),
	('session_7ee87d3528d22a02df3ce455e0295d46', 'app_59b64d986b18cf2fc36f5a57', 'user_txHW2MME3GD3a-G0oenhxjuT', 'aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw', '2026-11-26 11:28:18.402+00', '2026-12-26 11:28:18.402+00', '2026-11-26 11:28:18.713+00', '146e5916-5ce7-4e59-865b-2a2ed3da50b7', NULL, NULL, '{"at": 1795692498408, "seal": "zgVlyGqslKgda-iHUNtLdYnSNnVK8jYvIakXDGz_3ro"}');
INSERT INTO public.signer_roots VALUES
	(1, 'roots1.jgTZX5wd.eyJpZCI6ImpTbFdmWE55IiwiZ2VuZXJhdGlvbiI6MSwicm9vdHMiOlsic2VlZCIsIm90cCIsImNoYWxsZW5nZSIsImFjY291bnRTZWFsIiwiZGV2aWNlU2VhbCIsInNoYXJlS2V5cyIsInVzZXJFbnRyb3B5IiwidXNlcklkIiwiaXNzdWVyU2VhbCIsImdyYW50U2VhbCIsImFkb3B0aW9uIiwicHJlc2VuY2UiLCJpbXBvcnRLZXkiLCJkZWxlZ2F0aW9uIiwibWZhIiwidG90cCIsInJlY2lwaWVudCIsImlkZW50aXR5Il0sImVudmVsb3BlcyI6W3siaWQiOiIzSURhMVVSMiIsInZhbHVlcyI6WyJzZWVkIiwiZW52ZWxvcGUiLCJ0b2tlbktleSIsInByb3ZpZGVyU2VjcmV0Iiwib2F1dGhDbGllbnQiLCJyZWNvdmVyeUtleSJdfV19.v8jvf14u8852Jdyx.aPJ1twK0RSzow7Iaqmrc8ifrKNLln4GNtTGv27gDk-OPYAYKgABbyIWhLLcohBPgRncDHoIKH1haRLETWGwpGso-YiIEY4HWAuLs-JhwEADIUApQ3I4SJemkV3Kz9DRQqaedHMUkEguVk0wDWpDhqyuOk70DUHgxxjnCALu4DDM0BmuB3zqrThTZIVF56EFFNOmRQEvUUYcSX01MYvnHgDXDZBiiBpfifsj0fDV0vWaWVoYgPq4GgLIP-2KMbtHyOu8KkXuw8qB5JXIHzzDjSkStwZ-YRCWYinnpDkdS6jEM_QjpaBEoBw2qghEo4R33ODBQNpoWigzpDpBADXUMQQg25g8q96kcpM0R0qkDTfAyN5j-2vISkaE8gYYVphUiC2-0wreUhUkHGYrVUElrtMnog0VmFUKqC5AHpNf87NL2YbD2pRpzg16r-5g_nfoGDsgFBiW6uO4GlFgvgi4Q-KCv533ET6Auzfd5WoBfwH_anmKmdQKAwokdjEMyJvRcb5gtQhLCIQXtWRys9MtyaAQXtFD0RCDKA0W5siiEuGhzvXmb_6sreUiQ5kXjJZ0_XtfaT0QdjSupLl6yp8vXvNKhTdxR_Mw-SvKAZBwRx3gXoLAn9CJWr0AK1M-0SXHNQeTLIxuev9JJkQNayx1dRs_GdW_GCmQT2USA9a1mgMxlpxKYZaLYVKfu0RxqosCZRWxt_FxDuPLXsL6W5V1TP1usLrfx0_24xF4dewihn_KZJwzzdlgqBpjELkosIBZhrl8CDQ4EssKwTzdmV2ZUJJ6HaHmvkCCf_0Avek9rirY4dfw6TL0nbrUCUIN3f0l5uOixZ-uynq_3v5CMFThbSg5Br6i_W3_xCD3_2hdfSN6fDlgMtHIJ_7IkVZzLGqTz40pDs-gn1-WtBVWieJY6FXszG9F-8l_Gfkj69QM1VRL1tGvg-AxhBA2sfOvWzOc88KeMcZQiWhmXzPvFNF5jUmfW-QjcbHXks73EE9KAIpsfm9b7IQPfNSKyao6BB1GNBv1zBRxJezikU_FtMeD1Nw', '2026-11-26 11:28:01.989+00');
INSERT INTO public.token_keys VALUES
	('oEBxiFT0cniMqPV5t4QH0fdwMRe_LFzQrCptfJg0uoo', '{"x": "x45GVXY9y2Urr-24cquRZbg5HHBRH3J3VJUTHEGuUSA", "y": "tpQIGtyLjzLJNT3pWy0oRPyP4--74pTFN7knOam8YcY", "crv": "P-256", "kty": "EC"}', 'v1.3IDa1UR2.3zTBs5_dmFe5FMHI.FZ7xjUAmMfDFrbiMnagm4KOYVXHmxP00Mg13pHc-Xe8iQLdMYqIQDOuFIRe_xCspL_it6lSTHp4ySnea-8Isd5l489SPX9jf4JPTFpks3qNlWiyKkSIs7QT08ywpxIKrGWXxt3OfI5NzWucXSfa7pstrA1zsEdUwkcdpMgcfE5yBRZywiLjRTzodKlhvvE76rX1-okr2Lm42aZirC5iHiC7G8OwtbB9Du73c7M9PFdwWiGzntpWQzBJiAT_ksux55xGlTICEDf8RnQLTPM3yVXVsmvwUtNlKOXVAnbTeejAR2f6aE9gn1FajwGFNPL61EfAgOcgK8Vei-2aPAmMsbr7lMqFti9A3kq_pN8tF', '2026-11-26 11:28:05.923+00', DEFAULT, '2026-11-26 11:28:05.923+00', NULL);
INSERT INTO public.used_nonces VALUES
	('dpop:NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA:fb3ea03d-6518-4d0e-a9f9-2d64572769ea', '2026-11-26 11:38:08+00'),
	('dpop:NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA:90f72030-8caf-4d75-b652-17c36c15d561', '2026-11-26 11:38:09+00'),
	('dpop:NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA:fe8ffe94-ad73-4d0a-bd96-5af4d61b37cb', '2026-11-26 11:38:10+00'),
	('dpop:NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA:82c9df09-149f-4fb6-9d5a-ab139eafe8e1', '2026-11-26 11:38:10+00'),
	('dpop:NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA:6361f8c4-2890-4d46-8594-b2eb01fdeaaa', '2026-11-26 11:38:11+00'),
	('dpop:NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA:394621c5-696e-4589-9525-c64fc1195d20', '2026-11-26 11:38:11+00'),
	('dpop:bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4:930e9345-f7f8-4f51-bf1a-e2e20d7711a3', '2026-11-26 11:38:11+00'),
	('dpop:bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4:45939308-bad3-41a9-834e-4b1936595bfa', '2026-11-26 11:38:12+00'),
	('dpop:bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4:b248230f-afd8-4983-879e-99b8bb3f7ca8', '2026-11-26 11:38:12+00'),
	('dpop:bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4:f762ee57-f73f-4e2b-b276-922fc85eb3f1', '2026-11-26 11:38:12+00'),
	('dpop:bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4:8688e0a2-58a3-4087-a417-d3414169d049', '2026-11-26 11:38:12+00'),
	('dpop:bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4:99d4e72e-99c1-4735-93bf-16e1cd5fe3d7', '2026-11-26 11:38:13+00'),
	('dpop:bd8sa5UrN_yJ5q-l4UVZVXOaCYYw3yriJS1pAJac3x4:8d517144-0699-4325-90dc-a2956baecc75', '2026-11-26 11:38:13+00'),
	('dpop:VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk:23afec69-61fb-4e64-bab1-b29bd8f9c191', '2026-11-26 11:38:13+00'),
	('dpop:VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk:83f92953-6b4f-4bd9-89a0-9f4ace044712', '2026-11-26 11:38:13+00'),
	('dpop:VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk:0587e985-7f2d-45b0-8d61-c257a5f14e80', '2026-11-26 11:38:13+00'),
	('dpop:VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk:8cb6556c-0dfe-409a-a934-f751b2087b48', '2026-11-26 11:38:14+00'),
	('dpop:VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk:7533f586-27ea-4f9b-89ef-b8c1873c2c22', '2026-11-26 11:38:14+00'),
	('dpop:VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk:56d13bb0-7ef0-459a-94c9-9c0dcbebd931', '2026-11-26 11:38:14+00'),
	('dpop:VKgmb3n02a0DgB-vRjQKKM9O2PP11ZBV-M-nls5SeLk:d1470382-c246-47cf-ae08-10b1aff96acd', '2026-11-26 11:38:14+00'),
	('dpop:EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U:b8efdab3-ca71-4c8e-96ee-10625fa6a677', '2026-11-26 11:38:15+00'),
	('dpop:EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U:ee358603-fe27-49a2-947e-019110eee81d', '2026-11-26 11:38:15+00'),
	('dpop:EKoRUrZAodAJ36Ou8QCLRg4d58O1urw1O3KC3AQst6U:01666751-887f-4278-be10-dc0dc42bc403', '2026-11-26 11:38:16+00'),
	('dpop:NMmLGkebQMx1bqi8lcHlncsf7SH_bTR99GjN2-V0nBA:092a74c9-4fc3-4f2e-9c33-b2f58fc376f9', '2026-11-26 11:38:18+00'),
	('dpop:aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw:db896610-35f0-419b-ab10-833641eacfce', '2026-11-26 11:38:18+00'),
	('dpop:aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw:46c63712-1d0f-443e-a48e-c91a1c3de047', '2026-11-26 11:38:18+00'),
	('dpop:aNzubotSDTba38lYKth--84xhvor2LzSOwKnGBwETYw:67ac8ae3-9360-4150-9e7b-a02833aeee76', '2026-11-26 11:38:18+00');
INSERT INTO public.users VALUES
	('user_eFndQt-0f7LD5_7HF6ucNkdM', 'app_59b64d986b18cf2fc36f5a57', '2026-11-26 11:28:09.999+00', NULL, NULL, 'en', NULL, NULL),
	('user_l6fs2PS3OdysSCY_6UEXRoRc', 'app_59b64d986b18cf2fc36f5a57', '2026-11-26 11:28:12.294+00', NULL, NULL, 'en', NULL, NULL),
	('user_AatYj_lHgxwVwE_pYr2qvAsA', 'app_59b64d986b18cf2fc36f5a57', '2026-11-26 11:28:13.872+00', NULL, NULL, 'en', NULL, NULL),
	('user_ddQc5dQyKa4sUW51I6FAlOuj', 'app_e4f869f3d2b2fe59d52f6bf6', '2026-11-26 11:28:15.748+00', NULL, NULL, 'en', NULL, NULL),
	('user_txHW2MME3GD3a-G0oenhxjuT', 'app_59b64d986b18cf2fc36f5a57', '2026-11-26 11:28:18.402+00', NULL, NULL, 'en', NULL, NULL);
INSERT INTO public.vitrine_migrations VALUES
	('0001_foundations.sql', '2026-11-26 11:27:59.150553+00'),
	('0002_identities.sql', '2026-11-26 11:27:59.150553+00'),
	('0003_passkeys.sql', '2026-11-26 11:27:59.150553+00'),
	('0004_captcha.sql', '2026-11-26 11:27:59.150553+00'),
	('0005_wallet_entropies.sql', '2026-11-26 11:27:59.150553+00'),
	('0006_embedded_wallets.sql', '2026-11-26 11:27:59.150553+00'),
	('0007_entropy_salts.sql', '2026-11-26 11:27:59.150553+00'),
	('0008_linked_wallets.sql', '2026-11-26 11:27:59.150553+00'),
	('0009_provider_secrets.sql', '2026-11-26 11:27:59.150553+00'),
	('0011_clear_plain_secrets.sql', '2026-11-26 11:27:59.150553+00'),
	('0012_approval_flows.sql', '2026-11-26 11:27:59.150553+00'),
	('0013_account_changes.sql', '2026-11-26 11:27:59.150553+00'),
	('0015_one_time_codes.sql', '2026-11-26 11:27:59.150553+00'),
	('0017_analytics_expiry.sql', '2026-11-26 11:27:59.150553+00'),
	('0019_login_issuers.sql', '2026-11-26 11:27:59.150553+00'),
	('0020_recovery_and_language.sql', '2026-11-26 11:27:59.150553+00'),
	('0021_place_and_mail.sql', '2026-11-26 11:27:59.150553+00'),
	('0022_oauth.sql', '2026-11-26 11:27:59.150553+00'),
	('0023_transfers.sql', '2026-11-26 11:27:59.150553+00'),
	('0024_audit_events.sql', '2026-11-26 11:27:59.150553+00'),
	('0025_farcaster.sql', '2026-11-26 11:27:59.150553+00'),
	('0026_webhooks.sql', '2026-11-26 11:27:59.150553+00'),
	('0027_sign_in_nonces.sql', '2026-11-26 11:27:59.150553+00'),
	('0028_recovery_places.sql', '2026-11-26 11:27:59.150553+00'),
	('0029_imported_wallets.sql', '2026-11-26 11:27:59.150553+00'),
	('0030_recovery_keys.sql', '2026-11-26 11:27:59.150553+00'),
	('0031_presence.sql', '2026-11-26 11:27:59.150553+00'),
	('0032_imports.sql', '2026-11-26 11:27:59.150553+00'),
	('0033_key_rotation.sql', '2026-11-26 11:27:59.150553+00'),
	('0034_second_factors.sql', '2026-11-26 11:27:59.150553+00'),
	('0035_delegations.sql', '2026-11-26 11:27:59.150553+00'),
	('0036_factor_resets.sql', '2026-11-26 11:27:59.150553+00'),
	('0037_leaks.sql', '2026-11-26 11:27:59.150553+00'),
	('0038_funding.sql', '2026-11-26 11:27:59.150553+00');
INSERT INTO public.wallet_delegations VALUES
	('wallet_2T2xMJTLgrbnAHOwEGh5IZcn', 'app_59b64d986b18cf2fc36f5a57', 'user_AatYj_lHgxwVwE_pYr2qvAsA', '{"appId": "app_59b64d986b18cf2fc36f5a57", "listId": "fceb01ee-7405-4ea5-9b29-91ad0ed05f21", "userId": "user_AatYj_lHgxwVwE_pYr2qvAsA", "address": "0x0cF496eC84BA7aEF190aE32ba8725090F357ace8", "sequence": 2, "walletId": "wallet_2T2xMJTLgrbnAHOwEGh5IZcn", "chainType": "ethereum", "delegations": [{"id": "delegation_zsOabfY1hTUZxO8b-DLWyoTr-CTGVg-tMmpm6BlUozQ", "name": "Shop backend", "spent": [[[1795780800000, "50"]]], "policy": {"name": "Play", "rules": {"spend": [{"asset": "native", "chain": "eip155:1", "amount": "100", "per_seconds": 86400}], "recipients": ["0x1111111111111111111111111111111111111111"]}, "methods": ["eth_signTransaction"], "chain_type": "ethereum"}, "policyId": "policy_aFpxlQHB3tUbUSMS6HE0X7Xq", "signerId": "signer_5n32pghXS4CUoiA1QHCx2RVl", "createdAt": 1795692494687, "expiresAt": 1798284434285, "publicKey": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEC8ii+eqQguFyzyGCm7z9AHMMhEQRZdeMoUe4oKKKkAXflGuMrB0Ap99cYX1dyI2ERg92nMMi1bQiR0cbqhsVPw=="}]}', 'Y_IbUTT7fcv4926u75eMe4TaTgCddDRZx_wW-PG7noA');
INSERT INTO public.wallet_entropies VALUES
	('user_eFndQt-0f7LD5_7HF6ucNkdM', 'app_59b64d986b18cf2fc36f5a57', 'v1.3IDa1UR2.MQ-nTqXJZF0lSdV3.40RgN--wsyUsNZshZzIobihDMf1CDZNkCzL6bxv_6PEF4_7DQ23x1g5niX_906fi', '2026-11-26 11:28:10.671+00', DEFAULT),
	('user_l6fs2PS3OdysSCY_6UEXRoRc', 'app_59b64d986b18cf2fc36f5a57', 'v1.3IDa1UR2.4hdURImR5jm0-802.vcFK3KDB3JMtLXpBGbrurggZV2pDZco_LbbLfBjD5GVdSrYxkvKxj3fLckJ5b-9H', '2026-11-26 11:28:12.485+00', DEFAULT),
	('user_AatYj_lHgxwVwE_pYr2qvAsA', 'app_59b64d986b18cf2fc36f5a57', 'v1.3IDa1UR2.c0HmHS8uSbtRMfMa.tYX1_zbrbmobg2z-K3S4PqDD2kTOU_tQMZL-OHl4soqw6IhSkfICUyQcIiLvOFdi', '2026-11-26 11:28:14.004+00', DEFAULT);
INSERT INTO public.wallets VALUES
	('wallet_Mo_5iadKtHNXjtuuB3XhAI61', 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'ethereum', 0, '0x851888257C979a55364d55Ff969f4FC241b01380', '0x02e0d3fd531bc6ba165f46b4f4b0d71efe666a2a81a4482991ba67edb8b9420c6f', 'v1.3IDa1UR2.z8pGqJU8NI6g5_Sw.yyp1YQoVDBFnNIFNqth8cW0VP3vVA_Q085UW6UDJR4KfIsP3uVZfjRcqDKbq2gih', '2026-11-26 11:28:10.671+00', NULL, NULL, DEFAULT),
	('wallet_XZMNwM84afsXd7DOimavp_S8', 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'ethereum', 1, '0x439824ebbeC591b4B406a054444a0De27032F2FA', '0x021929842fe92e4a791ccaabb842a3a4c792d1b99e997c9eb12661c6b0552e9875', 'v1.3IDa1UR2.3U2xzBkI4u0BTL_T.EK80CPwzBGH3vwRjSQYw2nzH6mevMo2XSTxYPhzH__UiLm4LANNCqxvhSrtA4xwf', '2026-11-26 11:28:10.983+00', NULL, NULL, DEFAULT),
	('wallet_gaR5JcJivUEzHXMzc26iHMDE', 'app_59b64d986b18cf2fc36f5a57', 'user_eFndQt-0f7LD5_7HF6ucNkdM', 'solana', 0, 'CRLKJrkafe5iiA2PeyAPW9jF6QurtFEB2ptkgRopKtiy', 'CRLKJrkafe5iiA2PeyAPW9jF6QurtFEB2ptkgRopKtiy', 'v1.3IDa1UR2.UUJrn3w3T810BLhP.GIvvPYmMMQcerRXsVCsDcqfy6C0WScJ7OKP5n0yf-JbGsHOebAQWK5hV4T1jnMUs', '2026-11-26 11:28:11.439+00', NULL, NULL, DEFAULT),
	('wallet__wOaui58rXPUv5ry2arRGzv7', 'app_59b64d986b18cf2fc36f5a57', 'user_l6fs2PS3OdysSCY_6UEXRoRc', 'ethereum', 0, '0x7da4e54e3C42A7d2ff903F55Be32c24A7d0754fb', '0x031aa324641f06c9194e322853c2cc6e947cc893b70ed3a2409fc5fb3aba51b54a', 'v1.3IDa1UR2.LhtsHDtYKv0iohXx.58uwBy7I385IfxaDo3yZjBYE7lgqCchlbmAQuO7PL3RbdxWkIrI3CnpW-7wc6iWF', '2026-11-26 11:28:12.485+00', NULL, NULL, DEFAULT),
	('wallet_2T2xMJTLgrbnAHOwEGh5IZcn', 'app_59b64d986b18cf2fc36f5a57', 'user_AatYj_lHgxwVwE_pYr2qvAsA', 'ethereum', 0, '0x0cF496eC84BA7aEF190aE32ba8725090F357ace8', '0x03a08907ae5033a4ad19deb22f13e370a677f577d868f28f08fddad541d50c1027', 'v1.3IDa1UR2.IbOsiXzfaPSwJk8M.lMRuBSr6dqKgVkOmlMsSKRRChyuoL9sM3Haca4hQUPLNizBgPd5kCn-HRU3YsdhR', '2026-11-26 11:28:14.004+00', NULL, NULL, DEFAULT);
INSERT INTO public.webhook_deliveries VALUES
	('msg_b113a4feac5b47f9af76088def94dd4c', 'webhook_59d537bbfeacba012bbe14fb', 'app_59b64d986b18cf2fc36f5a57', 'user_txHW2MME3GD3a-G0oenhxjuT', 20, 'user.authenticated', '2026-11-26 11:28:18.402+00', '{"account": {"name": "f•••@mail.example", "type": "email"}, "session_id": "session_7ee87d3528d22a02df3ce455e0295d46"}', NULL, 0, '2026-11-26 11:28:18.402+00', NULL, NULL, NULL, '2026-12-26 11:28:18.402+00'),
	('msg_8c3ad1061e674078a87d1fe0e3652f0c', 'webhook_59d537bbfeacba012bbe14fb', 'app_59b64d986b18cf2fc36f5a57', 'user_txHW2MME3GD3a-G0oenhxjuT', 19, 'user.created', '2026-11-26 11:28:18.402+00', '{"account": {"name": "f•••@mail.example", "type": "email"}, "session_id": "session_7ee87d3528d22a02df3ce455e0295d46"}', NULL, 0, '2026-11-26 11:28:18.402+00', NULL, NULL, NULL, '2026-12-26 11:28:18.402+00');
INSERT INTO public.webhook_endpoints VALUES
	('webhook_59d537bbfeacba012bbe14fb', 'app_59b64d986b18cf2fc36f5a57', 'http://127.0.0.1:9/hooks', 'v1.3IDa1UR2.EdTIzQtTsffm1oeX.m9tQSfU39zSwBAE4DIgxXtQwThQk4GqngQ5jFMAodETWh9As0XzOU5fc2ASdCCNdyWo2ipgglHV5-YifdROi05An', '["user.created", "user.authenticated", "user.linked_account", "user.unlinked_account", "user.updated_account", "user.transferred_account", "user.merged", "user.wallet_created", "user.mfa_enrolled", "user.mfa_removed", "user.mfa_reset_started", "user.mfa_reset_stopped", "user.mfa_reset_completed", "user.deleted", "wallet.recovery_key_requested", "wallet.imported", "wallet.exported", "wallet.delegated", "wallet.delegation_used", "wallet.delegation_revoked", "transaction.broadcasted", "transaction.confirmed", "transaction.execution_reverted", "transaction.still_pending"]', true, '2026-11-26 11:28:18.105+00', DEFAULT);
SELECT pg_catalog.setval('public.account_changes_place_seq', 2, true);
SELECT pg_catalog.setval('public.analytics_events_id_seq', 1, false);
SELECT pg_catalog.setval('public.audit_events_id_seq', 21, true);
SELECT pg_catalog.setval('public.dev_inbox_id_seq', 1, false);
ALTER TABLE ONLY public.account_changes
    ADD CONSTRAINT account_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_notices
    ADD CONSTRAINT account_notices_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_notices
    ADD CONSTRAINT account_notices_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.account_transfers
    ADD CONSTRAINT account_transfers_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_app_id_type_subject_unique UNIQUE (app_id, type, subject);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE public.accounts
    ADD CONSTRAINT accounts_wallet_subject_check CHECK (((type <> 'wallet'::text) OR (subject ~ '^(ethereum:0x[0-9a-f]{40}|solana:[1-9A-HJ-NP-Za-km-z]{32,44})$'::text))) NOT VALID;
ALTER TABLE ONLY public.analytics_events
    ADD CONSTRAINT analytics_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.approval_flows
    ADD CONSTRAINT approval_flows_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.apps
    ADD CONSTRAINT apps_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_user_id_once_unique UNIQUE (user_id, once);
ALTER TABLE ONLY public.authorization_keys
    ADD CONSTRAINT authorization_keys_app_id_public_key_unique UNIQUE (app_id, public_key);
ALTER TABLE ONLY public.authorization_keys
    ADD CONSTRAINT authorization_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.backend_login_codes
    ADD CONSTRAINT backend_login_codes_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.begun_imports
    ADD CONSTRAINT begun_imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.begun_imports
    ADD CONSTRAINT begun_imports_user_id_thumbprint_chain_type_address_key UNIQUE (user_id, thumbprint, chain_type, address);
ALTER TABLE ONLY public.captcha_keys
    ADD CONSTRAINT captcha_keys_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.captcha_secrets
    ADD CONSTRAINT captcha_secrets_pkey PRIMARY KEY (app_id, provider);
ALTER TABLE ONLY public.delegation_policies
    ADD CONSTRAINT delegation_policies_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dev_inbox
    ADD CONSTRAINT dev_inbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (user_id, thumbprint);
ALTER TABLE ONLY public.embedded_sets
    ADD CONSTRAINT embedded_sets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.embedded_sets
    ADD CONSTRAINT embedded_sets_user_id_unique UNIQUE (user_id);
ALTER TABLE ONLY public.embedded_sharings
    ADD CONSTRAINT embedded_sharings_pkey PRIMARY KEY (set_id, id);
ALTER TABLE ONLY public.embedded_wallets
    ADD CONSTRAINT embedded_wallets_pkey PRIMARY KEY (user_id, chain_type, wallet_index);
ALTER TABLE ONLY public.embedded_wallets
    ADD CONSTRAINT embedded_wallets_set_id_address_unique UNIQUE (set_id, address);
ALTER TABLE ONLY public.entropy_salts
    ADD CONSTRAINT entropy_salts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.entry_rules
    ADD CONSTRAINT entry_rules_app_id_list_type_value_unique UNIQUE (app_id, list, type, value);
ALTER TABLE ONLY public.entry_rules
    ADD CONSTRAINT entry_rules_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.envelope_keys
    ADD CONSTRAINT envelope_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.farcaster_channels
    ADD CONSTRAINT farcaster_channels_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.followed_transactions
    ADD CONSTRAINT followed_transactions_pkey PRIMARY KEY (user_id, chain, hash);
ALTER TABLE ONLY public.funding_orders
    ADD CONSTRAINT funding_orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.funding_transfers
    ADD CONSTRAINT funding_transfers_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key);
ALTER TABLE ONLY public.imported_wallets
    ADD CONSTRAINT imported_wallets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.imported_wallets
    ADD CONSTRAINT imported_wallets_user_id_chain_type_address_key UNIQUE (user_id, chain_type, address);
ALTER TABLE ONLY public.key_readers
    ADD CONSTRAINT key_readers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.leak_notices
    ADD CONSTRAINT leak_notices_pkey PRIMARY KEY (master_key_id, user_id);
ALTER TABLE ONLY public.login_codes
    ADD CONSTRAINT login_codes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.login_issuers
    ADD CONSTRAINT login_issuers_pkey PRIMARY KEY (app_id, method);
ALTER TABLE ONLY public.master_keys
    ADD CONSTRAINT master_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mfa_enrolments
    ADD CONSTRAINT mfa_enrolments_pkey PRIMARY KEY (user_id, thumbprint);
ALTER TABLE ONLY public.mfa_factors
    ADD CONSTRAINT mfa_factors_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.mfa_resets
    ADD CONSTRAINT mfa_resets_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.mfa_tries
    ADD CONSTRAINT mfa_tries_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (app_id, provider);
ALTER TABLE ONLY public.oauth_flows
    ADD CONSTRAINT oauth_flows_pkey PRIMARY KEY (flow_hash);
ALTER TABLE ONLY public.oauth_flows
    ADD CONSTRAINT oauth_flows_state_key UNIQUE (state);
ALTER TABLE ONLY public.one_time_codes
    ADD CONSTRAINT one_time_codes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge);
ALTER TABLE ONLY public.pending_imports
    ADD CONSTRAINT pending_imports_app_id_type_subject_chain_type_address_key UNIQUE (app_id, type, subject, chain_type, address);
ALTER TABLE ONLY public.pending_imports
    ADD CONSTRAINT pending_imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.provider_secrets
    ADD CONSTRAINT provider_secrets_pkey PRIMARY KEY (app_id, provider);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.recovery_keys
    ADD CONSTRAINT recovery_keys_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in_nonces
    ADD CONSTRAINT sign_in_nonces_pkey PRIMARY KEY (nonce);
ALTER TABLE ONLY public.signer_roots
    ADD CONSTRAINT signer_roots_pkey PRIMARY KEY (generation);
ALTER TABLE ONLY public.step_ups
    ADD CONSTRAINT step_ups_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.test_accounts
    ADD CONSTRAINT test_accounts_app_id_email_unique UNIQUE (app_id, email);
ALTER TABLE ONLY public.test_accounts
    ADD CONSTRAINT test_accounts_app_id_phone_number_unique UNIQUE (app_id, phone_number);
ALTER TABLE ONLY public.test_accounts
    ADD CONSTRAINT test_accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.token_keys
    ADD CONSTRAINT token_keys_pkey PRIMARY KEY (kid);
ALTER TABLE ONLY public.used_nonces
    ADD CONSTRAINT used_nonces_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.vitrine_migrations
    ADD CONSTRAINT vitrine_migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.wallet_delegations
    ADD CONSTRAINT wallet_delegations_pkey PRIMARY KEY (wallet_id);
ALTER TABLE ONLY public.wallet_entropies
    ADD CONSTRAINT wallet_entropies_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_user_id_address_unique UNIQUE (user_id, address);
ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_user_id_chain_type_wallet_index_unique UNIQUE (user_id, chain_type, wallet_index);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);
CREATE INDEX account_changes_expires_at_index ON public.account_changes USING btree (expires_at);
CREATE INDEX account_changes_user_id_index ON public.account_changes USING btree (user_id);
CREATE INDEX account_notices_change_id_index ON public.account_notices USING btree (change_id);
CREATE INDEX account_notices_expires_at_index ON public.account_notices USING btree (expires_at);
CREATE INDEX account_notices_next_try_at_index ON public.account_notices USING btree (next_try_at);
CREATE INDEX account_transfers_expires_at_index ON public.account_transfers USING btree (expires_at);
CREATE UNIQUE INDEX accounts_one_of_type_index ON public.accounts USING btree (user_id, type) WHERE (type <> ALL (ARRAY['passkey'::text, 'wallet'::text]));
CREATE INDEX accounts_user_id_index ON public.accounts USING btree (user_id);
CREATE INDEX analytics_events_expires_at_index ON public.analytics_events USING btree (expires_at);
CREATE INDEX audit_events_expires_at_index ON public.audit_events USING btree (expires_at);
CREATE INDEX audit_events_user_id_id_index ON public.audit_events USING btree (user_id, id);
CREATE INDEX begun_imports_expires_at_index ON public.begun_imports USING btree (expires_at);
CREATE INDEX delegation_policies_app_id_index ON public.delegation_policies USING btree (app_id);
CREATE INDEX farcaster_channels_expires_at_index ON public.farcaster_channels USING btree (expires_at);
CREATE INDEX followed_transactions_expires_at_index ON public.followed_transactions USING btree (expires_at);
CREATE INDEX followed_transactions_next_at_index ON public.followed_transactions USING btree (next_at);
CREATE INDEX funding_orders_expires_at_index ON public.funding_orders USING btree (expires_at);
CREATE INDEX funding_transfers_expires_at_index ON public.funding_transfers USING btree (expires_at);
CREATE INDEX idempotency_keys_expires_at_index ON public.idempotency_keys USING btree (expires_at);
CREATE INDEX imported_wallets_key_id_index ON public.imported_wallets USING btree (key_id);
CREATE INDEX imported_wallets_set_id_index ON public.imported_wallets USING btree (set_id);
CREATE INDEX leak_notices_user_id_index ON public.leak_notices USING btree (user_id);
CREATE UNIQUE INDEX login_codes_app_id_channel_address_index ON public.login_codes USING btree (app_id, channel, address);
CREATE INDEX login_codes_expires_at_index ON public.login_codes USING btree (expires_at);
CREATE INDEX mfa_enrolments_expires_at_index ON public.mfa_enrolments USING btree (expires_at);
CREATE INDEX mfa_resets_change_id_index ON public.mfa_resets USING btree (change_id);
CREATE INDEX mfa_resets_expires_at_index ON public.mfa_resets USING btree (expires_at);
CREATE INDEX mfa_tries_expires_at_index ON public.mfa_tries USING btree (expires_at);
CREATE INDEX oauth_flows_expires_at_index ON public.oauth_flows USING btree (expires_at);
CREATE UNIQUE INDEX one_time_codes_app_id_channel_address_device_purpose_index ON public.one_time_codes USING btree (app_id, channel, address, device, purpose);
CREATE INDEX one_time_codes_expires_at_index ON public.one_time_codes USING btree (expires_at);
CREATE INDEX passkey_challenges_expires_at_index ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX pending_imports_key_id_index ON public.pending_imports USING btree (key_id);
CREATE INDEX rate_limits_expires_at_index ON public.rate_limits USING btree (expires_at);
CREATE INDEX recovery_keys_expires_at_index ON public.recovery_keys USING btree (expires_at);
CREATE INDEX refresh_tokens_session_id_index ON public.refresh_tokens USING btree (session_id);
CREATE INDEX sessions_user_id_index ON public.sessions USING btree (user_id);
CREATE INDEX sign_in_nonces_expires_at_index ON public.sign_in_nonces USING btree (expires_at);
CREATE INDEX step_ups_expires_at_index ON public.step_ups USING btree (expires_at);
CREATE INDEX used_nonces_expires_at_index ON public.used_nonces USING btree (expires_at);
CREATE INDEX users_merged_into_index ON public.users USING btree (merged_into);
CREATE INDEX wallet_delegations_user_id_index ON public.wallet_delegations USING btree (user_id);
CREATE INDEX wallet_entropies_key_id_index ON public.wallet_entropies USING btree (key_id);
CREATE INDEX wallets_key_id_index ON public.wallets USING btree (key_id);
CREATE INDEX webhook_deliveries_endpoint_id_index ON public.webhook_deliveries USING btree (endpoint_id);
CREATE INDEX webhook_deliveries_expires_at_index ON public.webhook_deliveries USING btree (expires_at);
CREATE INDEX webhook_deliveries_next_at_index ON public.webhook_deliveries USING btree (next_at);
CREATE INDEX webhook_endpoints_app_id_index ON public.webhook_endpoints USING btree (app_id);
ALTER TABLE ONLY public.account_changes
    ADD CONSTRAINT account_changes_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_changes
    ADD CONSTRAINT account_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_notices
    ADD CONSTRAINT account_notices_change_id_fkey FOREIGN KEY (change_id) REFERENCES public.account_changes(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_transfers
    ADD CONSTRAINT account_transfers_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_transfers
    ADD CONSTRAINT account_transfers_former_user_id_fkey FOREIGN KEY (former_user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_transfers
    ADD CONSTRAINT account_transfers_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_transfers
    ADD CONSTRAINT account_transfers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.analytics_events
    ADD CONSTRAINT analytics_events_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.approval_flows
    ADD CONSTRAINT approval_flows_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.approval_flows
    ADD CONSTRAINT approval_flows_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.authorization_keys
    ADD CONSTRAINT authorization_keys_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.backend_login_codes
    ADD CONSTRAINT backend_login_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.begun_imports
    ADD CONSTRAINT begun_imports_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.begun_imports
    ADD CONSTRAINT begun_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.captcha_secrets
    ADD CONSTRAINT captcha_secrets_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.delegation_policies
    ADD CONSTRAINT delegation_policies_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.embedded_sets
    ADD CONSTRAINT embedded_sets_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.embedded_sets
    ADD CONSTRAINT embedded_sets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.embedded_sharings
    ADD CONSTRAINT embedded_sharings_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.embedded_sets(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.embedded_wallets
    ADD CONSTRAINT embedded_wallets_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.embedded_sets(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.embedded_wallets
    ADD CONSTRAINT embedded_wallets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.entropy_salts
    ADD CONSTRAINT entropy_salts_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.envelope_keys(id);
ALTER TABLE ONLY public.entry_rules
    ADD CONSTRAINT entry_rules_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.farcaster_channels
    ADD CONSTRAINT farcaster_channels_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.farcaster_channels
    ADD CONSTRAINT farcaster_channels_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.followed_transactions
    ADD CONSTRAINT followed_transactions_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.followed_transactions
    ADD CONSTRAINT followed_transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.funding_orders
    ADD CONSTRAINT funding_orders_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.funding_orders
    ADD CONSTRAINT funding_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.funding_transfers
    ADD CONSTRAINT funding_transfers_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.funding_transfers
    ADD CONSTRAINT funding_transfers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.imported_wallets
    ADD CONSTRAINT imported_wallets_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.imported_wallets
    ADD CONSTRAINT imported_wallets_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.envelope_keys(id);
ALTER TABLE ONLY public.imported_wallets
    ADD CONSTRAINT imported_wallets_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.embedded_sets(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.imported_wallets
    ADD CONSTRAINT imported_wallets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.leak_notices
    ADD CONSTRAINT leak_notices_master_key_id_fkey FOREIGN KEY (master_key_id) REFERENCES public.master_keys(id);
ALTER TABLE ONLY public.leak_notices
    ADD CONSTRAINT leak_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.login_codes
    ADD CONSTRAINT login_codes_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.login_issuers
    ADD CONSTRAINT login_issuers_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mfa_enrolments
    ADD CONSTRAINT mfa_enrolments_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mfa_enrolments
    ADD CONSTRAINT mfa_enrolments_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mfa_factors
    ADD CONSTRAINT mfa_factors_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mfa_factors
    ADD CONSTRAINT mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mfa_resets
    ADD CONSTRAINT mfa_resets_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mfa_resets
    ADD CONSTRAINT mfa_resets_change_id_fkey FOREIGN KEY (change_id) REFERENCES public.account_changes(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mfa_resets
    ADD CONSTRAINT mfa_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mfa_tries
    ADD CONSTRAINT mfa_tries_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.envelope_keys(id);
ALTER TABLE ONLY public.oauth_flows
    ADD CONSTRAINT oauth_flows_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.oauth_flows
    ADD CONSTRAINT oauth_flows_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.one_time_codes
    ADD CONSTRAINT one_time_codes_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pending_imports
    ADD CONSTRAINT pending_imports_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pending_imports
    ADD CONSTRAINT pending_imports_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.envelope_keys(id);
ALTER TABLE ONLY public.provider_secrets
    ADD CONSTRAINT provider_secrets_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.provider_secrets
    ADD CONSTRAINT provider_secrets_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.envelope_keys(id);
ALTER TABLE ONLY public.recovery_keys
    ADD CONSTRAINT recovery_keys_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recovery_keys
    ADD CONSTRAINT recovery_keys_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.envelope_keys(id);
ALTER TABLE ONLY public.recovery_keys
    ADD CONSTRAINT recovery_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in_nonces
    ADD CONSTRAINT sign_in_nonces_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in_nonces
    ADD CONSTRAINT sign_in_nonces_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.step_ups
    ADD CONSTRAINT step_ups_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.step_ups
    ADD CONSTRAINT step_ups_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.step_ups
    ADD CONSTRAINT step_ups_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.test_accounts
    ADD CONSTRAINT test_accounts_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.token_keys
    ADD CONSTRAINT token_keys_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.envelope_keys(id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.wallet_delegations
    ADD CONSTRAINT wallet_delegations_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.wallet_delegations
    ADD CONSTRAINT wallet_delegations_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.wallet_entropies
    ADD CONSTRAINT wallet_entropies_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.wallet_entropies
    ADD CONSTRAINT wallet_entropies_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.envelope_keys(id);
ALTER TABLE ONLY public.wallet_entropies
    ADD CONSTRAINT wallet_entropies_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.envelope_keys(id);
ALTER TABLE ONLY public.wallets
    ADD CONSTRAINT wallets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.webhook_endpoints(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.envelope_keys(id);
