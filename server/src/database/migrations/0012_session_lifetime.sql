-- 保持登录 decides how long a session lives; a ticket carries the choice to the session that it opens. What was opened
-- before keeps the shorter idle time that it had.
alter table session add column is_kept boolean not null default false;
alter table login_ticket add column is_kept boolean not null default false;
