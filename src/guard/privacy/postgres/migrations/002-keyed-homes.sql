-- The ids of homes whose address was withheld when they first came. They keep them once it is shown, in another
-- catalog too. Which record has one follows only from the record's key and the secret.
CREATE TABLE plat.keyed_home (id bigint PRIMARY KEY);
