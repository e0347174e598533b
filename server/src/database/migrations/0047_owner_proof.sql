-- works with 0024: who does not know the column leaves it empty, and sends no code of the new scenes
-- When the person of a session last proved who it is, for the one act that is done next; empty once it is used up.
alter table session add column proved_at timestamptz;

-- Codes for that, and for another number of one's own.
alter table sms_code drop constraint sms_code_scene_check;
alter table sms_code add constraint sms_code_scene_check
  check (scene in ('login', 'signUp', 'resetPassword', 'updatePassword', 'confirmSelf', 'changePhone'));
