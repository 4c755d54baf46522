-- A window that the frame cannot reach asks what became of its request: whether the frame took the answer, and the sealed outcome.
alter table approval_flows add column taken_at timestamptz(3), add column outcome text;
