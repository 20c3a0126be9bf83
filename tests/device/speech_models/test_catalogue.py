import re

import pytest

from delvebox.device.settings.languages import languages
from delvebox.device.speech_models import ModelError, load_catalogue
from delvebox.device.speech_models.catalogue import choose


def test_every_shipped_model_says_all_that_a_person_and_the_installer_need() -> None:
    """Each model has a language, a licence, sizes and at least one source with a whole checksum."""
    models = load_catalogue()
    assert models
    for name, model in models.items():
        assert model.name == name == name.lower()
        assert re.fullmatch("[a-z]{2}", model.language)
        assert all((model.title, model.licence, model.publisher))
        assert model.sources
        for source in model.sources:
            assert re.fullmatch("[0-9a-f]{64}", source.sha256)
            assert 1_000_000 < source.bytes < model.unpacked_bytes
            assert not source.folder.startswith("/")
            if source.kind == "archive":
                assert source.place.startswith("https://")
            else:
                assert re.fullmatch(r"[\w.]+(:[\w.-]+){3}", source.place)


def test_the_publisher_comes_before_maven() -> None:
    """A model is got from its publisher where that can be reached."""
    for model in load_catalogue().values():
        kinds = [source.kind for source in model.sources]
        assert kinds == sorted(kinds)
        assert kinds[0] == "archive"


def test_the_small_english_model_is_the_one_that_was_measured() -> None:
    """Both archives of the small English model are those of the measurements, by their checksums."""
    model = choose(load_catalogue(), None, "en")
    assert (model.name, model.licence) == ("small-en-us", "Apache-2.0")
    assert {source.sha256[:8]: source.bytes for source in model.sources} == {
        "30f26242": 41205931,
        "8a5792fc": 41185783,
    }


def test_every_language_of_the_settings_has_a_model() -> None:
    """A table that chooses a language can be told which model to install for it."""
    for language in languages():
        assert choose(load_catalogue(), None, language).language == language


def test_a_model_is_chosen_by_name_or_language() -> None:
    """A name that is not known, and a language without a model, are errors that say what there is."""
    models = load_catalogue()
    assert choose(models, "small-en-us", "de").name == "small-en-us"
    with pytest.raises(ModelError, match="no speech model is called 'large': there are small-en-us"):
        choose(models, "large", "en")
    with pytest.raises(ModelError, match="for the language 'tlh': there are some for de"):
        choose(models, None, "tlh")
